import type { Field, FieldOption } from '@tallyhook/schemas';
import { mostChoices, type ColumnProfile } from './column-profile.ts';

/** What a column of a new type becomes, and why. */
export interface Proposal {
  kind: Field['kind'];
  options?: FieldOption[];
  /** One sentence for people. */
  reason: string;
}

const fewestForChoice = 50;
const fewestRepeats = 10;
const longestChoice = 60;

/**
 * Proposes the kind of a field from all of its cells. When in doubt it is text: a wrong number loses what was written,
 * and a choice refuses what comes later.
 */
export function proposeField(profile: ColumnProfile, markers: ReadonlySet<string>): Proposal {
  const { kind, filled } = profile;
  if (filled + textMarkers(profile, markers).length === 0) {
    return { kind: 'text', reason: 'No row has a value: kept as text.' };
  }
  const note = emptyNote(profile, markers);
  if (kind === 'number' && isCode(profile)) {
    return { kind: 'text', reason: `${profile.powers} values look like 1e3: codes rather than numbers${note}.` };
  }
  if (kind === 'number') return { kind, reason: `All ${filled} values are numbers${note}.` };
  if (kind === 'day') return { kind, reason: `All ${filled} values are calendar days${note}.` };
  if (kind === 'instant') return { kind, reason: `All ${filled} values are dates with a time${note}.` };
  if (kind === 'yesNo') return { kind, reason: `All ${filled} values are yes or no${note}.` };
  const choices = choicesOf(profile, markers);
  if (choices) {
    const options = choices.map((value) => ({ value, label: value }));
    return { kind: 'choice', options, reason: `${choices.length} different texts stand in ${filled} rows${note}.` };
  }
  return { kind: 'text', reason: textReason(profile, markers) + note + '.' };
}

/** Numbers are seldom written as powers; where they often are, they may be codes that only look so. */
function isCode({ powers, filled }: ColumnProfile): boolean {
  return powers * fewestRepeats > filled;
}

/** The markers that mean no value elsewhere, but stand for themselves in this file. */
const textMarkers = ({ markers: found }: ColumnProfile, markers: ReadonlySet<string>): [string, number][] =>
  [...found].filter(([marker]) => !markers.has(marker));

function choicesOf(profile: ColumnProfile, markers: ReadonlySet<string>): string[] | undefined {
  if (profile.values === null || profile.longest > longestChoice) return undefined;
  const values = new Map([...profile.values, ...textMarkers(profile, markers)]);
  const filled = [...values.values()].reduce((sum, count) => sum + count, 0);
  const isRepeated = filled >= fewestForChoice && filled >= fewestRepeats * values.size;
  const isTrimmed = [...values.keys()].every((value) => value === value.trim());
  return values.size >= 2 && values.size <= mostChoices && isRepeated && isTrimmed
    ? [...values.keys()].sort()
    : undefined;
}

function textReason({ kind, odd, markers: found }: ColumnProfile, markers: ReadonlySet<string>): string {
  const given = JSON.stringify(odd?.cell.slice(0, 60));
  if (kind === 'mixed') return `Line ${odd!.line} has ${given}, which is of another kind than the values before it`;
  if (kind === 'text' && /^0\d+$/.test(odd!.cell)) return `Line ${odd!.line} has ${given}: a code, not a number`;
  if (kind === 'text') return `Line ${odd!.line} has ${given}`;
  const marker = [...found.keys()].find((text) => !markers.has(text));
  return `It has the text ${JSON.stringify(marker)}`;
}

function emptyNote({ empty, markers: found }: ColumnProfile, markers: ReadonlySet<string>): string {
  const marked = [...found]
    .filter(([marker]) => markers.has(marker))
    .map(([marker, count]) => `${count} say ${marker}`);
  const blank = empty === 0 ? [] : [`${empty} are blank`];
  const notes = [...blank, ...marked];
  return notes.length === 0 ? '' : `; ${notes.join(' and ')}, taken as no value`;
}
