import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** In bytes. */
const largest = 16 * 2 ** 20;

/**
 * Stops the growth of V8's young generation at 16 MB. Most of what an export allocates is garbage after a page, and with
 * much memory Node 24 lets up to three times as much accumulate.
 */
export function limitMemory(): void {
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (!young || young.space_size < largest) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  // The generation grows when garbage is collected.
  observer.observe({ type: 'gc' });
}
