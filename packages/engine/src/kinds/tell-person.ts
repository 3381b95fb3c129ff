import { Problem, type TellPersonStep } from '@tallyhook/schemas';
import { ActionError } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { getDefinition } from '@tallyhook/store/definitions';
import { tellPeople, type Message } from '@tallyhook/store/messages';
import type { Run } from '@tallyhook/store/runs';
import { openBranchOfRun } from '../activities/branch-of-run.ts';
import { membersNamed } from './members-named.ts';
import { textOf } from './text-of.ts';
import type { StepWork } from './work.ts';

const maxTextLength = 4_000;
const maxPeople = 50;
/** As long as an email can be. */
const maxNameLength = 254;

export const tellPerson: StepWork<TellPersonStep> = {
  async run({ store, now }, { run, step, key, fillIn, keepInput, note }) {
    const text = shortened(textOf(await fillIn(step.message)));
    const to = namesIn(await fillIn(step.to));
    const link = step.link === undefined ? null : addressOf(await fillIn(step.link));
    await keepInput({ message: text, to, ...(step.report && { report: step.report }), ...(link !== null && { link }) });
    const { members, others } = await membersNamed(store, run.workspaceId, to);
    requireMembers({ to, count: members.length, others });
    const report = step.report === undefined ? null : await reportOf(store, run, step.report);
    if (step.report !== undefined && report === null) note('The report is gone, so the message does not open it.');
    for (const name of others) note(`${name} did not get the message: not a member of this workspace.`);
    const personIds = members.map(({ personId }) => personId);
    await tellPeople(store, { key, run, personIds, text, report, link, at: now() });
    return { output: { reached: members.map(({ email }) => email), notReached: others } };
  },
};

function shortened(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1).toWellFormed()}…`;
}

/**
 * The emails and ids in what the templates give: a value, or a list of them.
 * @throws ActionError `invalid_input` for a value that names nobody, or too many
 */
function namesIn(filled: unknown): string[] {
  const values = [filled].flat(2).filter((value) => value !== null && value !== undefined && value !== '');
  const names = values.map((value) => {
    if (typeof value === 'string' && value.length <= maxNameLength) return value.trim();
    const given = JSON.stringify(value).slice(0, 100);
    throw new ActionError('invalid_input', `The people to tell are named by email, but a template gives ${given}.`);
  });
  if (names.length <= maxPeople) return names;
  const detail = `A step tells at most ${maxPeople} people, but its templates name ${names.length}.`;
  throw new ActionError('invalid_input', detail);
}

function requireMembers({
  to,
  count,
  others,
}: {
  to: readonly string[];
  count: number;
  others: readonly string[];
}): void {
  if (count > 0) return;
  const detail =
    to.length === 0
      ? 'the templates of the step name no person.'
      : `${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} not in this workspace. Name members of it.`;
  throw new ActionError('fatal', `The message reached nobody: ${detail}`);
}

/** @throws ActionError `invalid_input` unless it is an address of the web */
function addressOf(filled: unknown): string | null {
  if (filled === null || filled === undefined || filled === '') return null;
  const text = textOf(filled).trim();
  const { protocol } = URL.parse(text) ?? {};
  if ((protocol === 'https:' || protocol === 'http:') && text.length <= maxTextLength) return text;
  const given = text.slice(0, 100);
  throw new ActionError('invalid_input', `The link must begin with https:// or http://, but it is "${given}".`);
}

/** Null if the report is gone. */
async function reportOf(store: Store, run: Run, id: string): Promise<Message['report']> {
  const branch = await openBranchOfRun(store, run);
  try {
    return { id, name: (await getDefinition(store, branch, 'report', id)).name };
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  }
}
