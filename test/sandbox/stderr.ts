import { type MockInstance, onTestFinished, vi } from 'vitest';

/** Keeps what the sandbox writes to stderr until the end of the test, and does not show it. */
export function watchStderr(): MockInstance<typeof console.error> {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => stderr.mockRestore());
  return stderr;
}
