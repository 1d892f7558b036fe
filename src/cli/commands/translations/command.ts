import { changeCommands } from '../../changes/change-commands.ts';
import { groupOf } from '../../flags/command-module.ts';
import { stringCommands } from '../../strings/string-commands.ts';
import { localesFlag } from '../../strings/string-flags.ts';
import {
  addStoreFlags,
  applyHelp,
  checkHelp,
  declareTranslations,
  declareTranslationsPull,
  declareTranslationsStatus,
  keysFlag,
  planHelp,
  pullHelp,
  statusHelp,
} from './flags.ts';

const strings = () => import('./store-strings.ts');

export const translationsCommand = groupOf(declareTranslations, {
  ...stringCommands({
    ...{
      declarePull: declareTranslationsPull,
      declareStatus: declareTranslationsStatus,
      pullHelp,
      statusHelp,
      checkHelp,
    },
    kind: async () => (await strings()).storeStrings,
  }),
  ...changeCommands({
    name: 'translations',
    things: 'translations',
    addFlags: addStoreFlags,
    undoFlags: [localesFlag, keysFlag],
    ...{ planHelp, applyHelp },
    open: async (flags) => (await strings()).translationsSubject(flags),
  }),
});
