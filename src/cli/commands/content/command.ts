import { changeCommands } from '../../changes/change-commands.ts';
import { groupOf } from '../../flags/command-module.ts';
import { stringCommands } from '../../strings/string-commands.ts';
import { addLocaleFlags, localesFlag } from '../../strings/string-flags.ts';
import { declareContent, declareContentPull, declareContentStatus, help } from './flags.ts';

const strings = () => import('./content-strings.ts');

export const contentCommand = groupOf(declareContent, {
  ...stringCommands({
    ...{ declarePull: declareContentPull, declareStatus: declareContentStatus },
    ...{ pullHelp: help.pull, statusHelp: help.status, checkHelp: help.check },
    kind: async () => (await strings()).portalContent,
    itemsOf: async ({ ids = [] }) => (await strings()).itemsOfIds(ids),
  }),
  ...changeCommands({
    name: 'content',
    things: 'translations of portal content',
    addFlags: addLocaleFlags,
    undoFlags: [localesFlag],
    ...{ planHelp: help.plan, applyHelp: help.apply },
    open: async (flags) => (await strings()).contentSubject(flags),
  }),
});
