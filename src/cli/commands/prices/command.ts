import { Option } from '@commander-js/extra-typings';
import { changeCommands } from '../../changes/change-commands.ts';
import { commandOf, groupOf } from '../../flags/command-module.ts';
import {
  addPriceFlags,
  countriesFlag,
  declarePricesPull,
  more,
  onlyFlag,
  pricesApplyHelp,
  pricesPlanHelp,
} from './flags.ts';

/** `prices`: price points as a file. */
export const pricesCommand = groupOf(
  (command) =>
    command
      .description('Writes price points to a sheet, and makes them match one.')
      .addHelpText('after', more),
  {
    pull: commandOf(declarePricesPull, async (flags) => (await import('./run-pull.ts')).runPricesPull(flags)),
    ...changeCommands({
      name: 'prices',
      things: 'price points',
      addFlags: addPriceFlags,
      undoFlags: [
        onlyFlag,
        countriesFlag,
        new Option('--prune', 'delete price points that the runs created').conflicts('countries'),
      ],
      planHelp: pricesPlanHelp,
      applyHelp: pricesApplyHelp,
      open: async (flags) => (await import('./price-changes.ts')).pricesSubject(flags),
    }),
  },
);
