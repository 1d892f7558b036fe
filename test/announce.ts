// Says what `npm test` does, needs and downloads, and how long it takes; with `demo` or `soak` the same of `npm run demo` or
// `npm run test:soak`. Each runs this first: its next output may be half a minute away.
import { missingRuntimes, otherRuntimes } from './support/runtimes.ts';

const announcements = {
  test:
    'Builds the package, then runs the tests: 2 minutes on two cores.\n' +
    'Needs no account, database or browser of yours; downloads nothing. Quicker: npm run test:unit, 20 seconds.',
  soak: 'Runs the long proofs: kills, full disks, other runtimes, browsers. 15 minutes on two cores.',
  demo:
    'Exports a month from a local sandbox, kills the export, resumes it and compares:\n' +
    '15 seconds, or 30 if the package has to be built first.\n' +
    'Needs no account and no network; downloads nothing.',
};

const [argument] = process.argv.slice(2);
const name = argument === 'soak' || argument === 'demo' ? argument : 'test';
console.log(announcements[name]);

if (name === 'soak') {
  const { names, megabytes } = missingRuntimes(otherRuntimes);
  console.log(
    names.length === 0
      ? 'Downloads nothing: the runtimes that it needs are installed.'
      : `The first run installs ${names.join(', ')} from the npm registry: ${megabytes} MB, of which about ` +
          'a third is downloaded, and Next and NestJS: 100 MB.',
  );
}
