import type { CollectionFacts, Read, ReadDocument, ReadResults } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { compileMatch, isRestricting } from '../match.ts';
import { readIds, type Plan } from '../plan.ts';
import { cellsOf, type Cell } from './cells.ts';
import { allOf, askedOf, recordsPerCell, type Asked } from './looking-plan.ts';
import { commonestKey } from './sample.ts';

/**
 * Reads each group in an index: those that the looks of the plan before found at the same moment. Without a filter the
 * group that seems to have the most records is not counted: it has what the others leave of all.
 * Undefined where there are too many groups.
 */
export function indexedPlan(
  question: NormalizedQuestion,
  results: ReadResults,
  facts: CollectionFacts,
): Plan | undefined {
  const asked = askedOf(question, facts);
  const found = asked && cellsOf(question, asked, results);
  if (!found || found.length * recordsPerCell > facts.approximateCount) return undefined;
  const { collection } = facts;
  const rest = restOf(question, asked, { found, facts });
  const reads: Read[] = found.flatMap((cell, index) => {
    if (cell === rest) return [];
    const match = allOf([compileMatch(question.filter), ...cell.matches]);
    return [readOf(asked, { id: readIds.cell(index), collection, match })];
  });
  if (rest) reads.push({ id: readIds.overall, kind: 'count', collection, match: {}, follows: true });
  const cells = found.map((cell, index) => ({ keys: cell.keys, ...(cell !== rest && { read: readIds.cell(index) }) }));
  return { maker: 'indexed', question, reads, keyForms: [], cells };
}

function readOf(
  { index, different }: Asked,
  read: { id: string; collection: string | null; match: ReadDocument },
): Read {
  if (different) return { ...read, kind: 'distinct', field: different.name, follows: true };
  return { ...read, kind: 'count', hint: index, follows: true };
}

/** The cell to leave out; counting it would be the most work. */
function restOf(
  question: NormalizedQuestion,
  { different }: Asked,
  { found, facts }: { found: Cell[]; facts: CollectionFacts },
): Cell | undefined {
  const [group, other] = question.groups;
  if (different || other || isRestricting(compileMatch(question.filter))) return undefined;
  const key = commonestKey(facts.sample ?? [], group!, question);
  return found.find(({ keys }) => keys[0] === key);
}
