// Imported by Node before the command that is measured: writes what its process took to usage.json when it ends.
import { writeFileSync } from 'node:fs';

import type { Usage } from '../rounds.ts';

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage: Usage = {
    milliseconds: performance.now(),
    cpuMilliseconds: (userCPUTime + systemCPUTime) / 1000,
    peakMiB: maxRSS / 1024,
  };
  writeFileSync('usage.json', JSON.stringify(usage));
});
