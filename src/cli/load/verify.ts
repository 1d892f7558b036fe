import { verifyLoad } from '../../postgres/index.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import { createInterrupt } from '../interrupt.ts';
import { createOutput, explained } from './load-output.ts';
import { connectToService, type LoadFlags, readDatabase } from './load-flags.ts';
import { renderLoadVerification } from './render-verification.ts';

/** `load verify`: compares the table with itself, its receipts and the service. @throws CommandError */
export async function runVerify(flags: LoadFlags): Promise<ExitCode> {
  const { print, say } = createOutput(flags);
  using interrupt = createInterrupt();
  const { signal } = interrupt;
  const verification = await explained(flags, signal, async () => {
    const target = readDatabase(flags, process.env);
    const { deep } = flags;
    const service = flags.online || deep ? connectToService(flags, process.env, say) : undefined;
    return await verifyLoad({ ...target, ...service, deep, signal });
  });
  print(verification, renderLoadVerification(verification), !verification.agrees);
  return verification.agrees ? exitCode.done : exitCode.different;
}
