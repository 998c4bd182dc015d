import type { Option } from 'commander';
import type { RunCommand } from './command.ts';
import { actorOption, configOptions, demoOptions, discardOptions, doctorOptions, evalOptions, exportOptions, failOnOption, forgetOptions, limitOption, patrolOptions, queueOption, requeueOptions, sinceOption, waitOptions } from './options.ts';

/** A command as the help shows it; its code is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  /** `<letter>` where one is needed, `[code]` where one may be given; several with a blank between them. */
  readonly parameter?: string;
  readonly description: string;
  readonly options: () => readonly Option[];
  /** True where the first Ctrl-C lets the command finish what is in hand; otherwise it ends at once. */
  readonly finishesFirst: boolean;
  /** True where `--json` prints JSON Lines, the result being the last one. */
  readonly jsonLines?: boolean;
  readonly load: () => Promise<RunCommand>;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'demo',
    description: 'watch a small business whose jobs die being healed: offline, no key, no configuration',
    options: demoOptions,
    finishesFirst: true,
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  {
    name: 'inspect',
    description: 'sort the dead letters by kind and count them',
    options: () => [...configOptions(), queueOption(), limitOption('most groups to show (default: 100)'), failOnOption('waiting')],
    finishesFirst: true,
    load: async () => (await import('./commands/inspect.ts')).inspect,
  },
  {
    name: 'plan',
    description: 'decide every dead letter as heal would, and change nothing',
    options: () => [...configOptions(), queueOption(), limitOption('most letters to plan (default: 1000)'), failOnOption('waiting')],
    finishesFirst: true,
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    name: 'heal',
    description: 'one pass over the queues',
    options: () => [
      ...configOptions(),
      queueOption(),
      ...waitOptions(),
      limitOption('most letters to list in the report (default: 1000)'),
      failOnOption('waiting', 'unfinished'),
    ],
    finishesFirst: true,
    load: async () => (await import('./commands/heal.ts')).heal,
  },
  {
    name: 'patrol',
    description: 'heal until stopped: on schedule, at each death, when replays fall due, when woken',
    options: () => [...configOptions(), ...patrolOptions()],
    finishesFirst: true,
    jsonLines: true,
    load: async () => (await import('./commands/patrol.ts')).patrol,
  },
  {
    name: 'show',
    parameter: '<letter>',
    description: 'everything known of a letter: evidence, difference, timeline',
    options: configOptions,
    finishesFirst: false,
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'replay',
    parameter: '<letter-or-signature>',
    description: 'put a letter, or the letters of a group, back on the queue as they died',
    options: () => [...configOptions(), ...waitOptions(), limitOption('most letters to list (default: 1000)'), actorOption()],
    finishesFirst: true,
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  {
    name: 'requeue',
    parameter: '<letter>',
    description: 'put a letter back with a payload that you have edited, proved like any repair',
    options: () => [...configOptions(), ...requeueOptions(), ...waitOptions(), limitOption('most letters to list (default: 1000)'), actorOption()],
    finishesFirst: true,
    load: async () => (await import('./commands/requeue.ts')).requeue,
  },
  {
    name: 'undo',
    parameter: '<letter-or-signature>',
    description: 'take back what has not run: a plan, or a replay that no worker has started',
    options: () => [...configOptions(), limitOption('most letters to list (default: 1000)'), actorOption()],
    finishesFirst: true,
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  {
    name: 'discard',
    parameter: '<letter-or-signature>',
    description: 'archive a letter, or the letters of a group, and take them off the queue',
    options: () => [...configOptions(), ...discardOptions(), limitOption('most letters to list (default: 1000)'), actorOption()],
    finishesFirst: true,
    load: async () => (await import('./commands/discard.ts')).discard,
  },
  {
    name: 'restore',
    parameter: '<letter>',
    description: 'bring an archived letter back as the dead letter it was',
    options: () => [...configOptions(), actorOption()],
    finishesFirst: true,
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    name: 'forget',
    parameter: '<key>',
    description: 'remove what mendq keeps about a data subject; without --yes only say what that would be',
    options: () => [...configOptions(), ...forgetOptions(), actorOption(), limitOption('most letters to list (default: 1000)'), failOnOption('rest')],
    finishesFirst: true,
    load: async () => (await import('./commands/forget.ts')).forget,
  },
  {
    name: 'resume',
    parameter: '<letter-or-signature>',
    description: 'let mendq decide a stopped group, or a letter that waits for you, again',
    options: () => [...configOptions(), actorOption()],
    finishesFirst: true,
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'export',
    description: 'write letters of the past as eval reads them, with what was right where the ledger knows it',
    options: () => [...configOptions(), queueOption(), ...exportOptions(), limitOption('most letters to write (default: all)')],
    finishesFirst: true,
    load: async () => (await import('./commands/export.ts')).exportLetters,
  },
  {
    name: 'eval',
    parameter: '[file]',
    description: 'score what mendq decides about letters of which it is known what was right; offline, changes nothing',
    options: evalOptions,
    finishesFirst: true,
    load: async () => (await import('./commands/eval.ts')).evaluation,
  },
  {
    name: 'remedies',
    parameter: '[decision] [signature]',
    description: 'what the model has said of each kind of failure; approve, reject, pin or unpin a proposal',
    options: () => [...configOptions(), actorOption()],
    finishesFirst: false,
    load: async () => (await import('./commands/remedies.ts')).remedies,
  },
  {
    name: 'spend',
    description: 'what calls of the model have used, and what is left of the limits of today',
    options: () => [...configOptions(), sinceOption('only days since: 2026-11-30, or 7d for the last 7 days (default: 30d)')],
    finishesFirst: false,
    load: async () => (await import('./commands/spend.ts')).spend,
  },
  {
    name: 'doctor',
    description: 'look at everything that healing stands on',
    options: () => [...configOptions(), ...doctorOptions(), failOnOption('warning')],
    finishesFirst: false,
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'verify',
    description: "recompute the hash chains of the ledger's audit",
    options: configOptions,
    finishesFirst: false,
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'explain',
    parameter: '[code]',
    description: 'what an error code means, its likely causes and what to do; without a code: all of them',
    options: () => [],
    finishesFirst: false,
    load: async () => (await import('./commands/explain.ts')).explain,
  },
];
