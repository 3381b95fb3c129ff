import type { CollectionFacts, Read, ReadDocument } from '../read.ts';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { allOf, compileMatch, isRestricting } from '../match.ts';
import { readIds, type PlannedCell } from '../plan.ts';
import { presentCondition } from '../stored-kinds.ts';
import { recordsPerCell, type Asked } from './asked.ts';
import type { Cell } from './cells.ts';
import { mostCommonKey } from './sample.ts';

/**
 * Reads of groups, each from an index. Without a filter, the group that is probably the largest is not counted but
 * computed as the remainder. Undefined if a scan is faster than this many reads.
 */
export function cellReads(
  question: NormalizedQuestion,
  { asked, facts, found }: { asked: Asked; facts: CollectionFacts; found: readonly Cell[] | undefined },
): { reads: Read[]; cells: PlannedCell[] } | undefined {
  if (!found || found.length * recordsPerCell > facts.approximateCount) return undefined;
  const { collection } = facts;
  const rest = restOf(question, asked, { found, facts });
  const reads: Read[] = found.flatMap((cell) => {
    if (cell === rest) return [];
    const match = allOf([compileMatch(question.filter), ...cell.matches]);
    return [readOf(asked, { id: readIds.cell(cell.keys), collection, match })];
  });
  if (rest) reads.push({ id: readIds.overall, kind: 'count', collection, match: {}, follows: true });
  return {
    reads,
    cells: found.map((cell) => ({ keys: cell.keys, ...(cell !== rest && { read: readIds.cell(cell.keys) }) })),
  };
}

function readOf(
  { index, different }: Asked,
  read: { id: string; collection: string | null; match: ReadDocument },
): Read {
  if (different) {
    const match = allOf([read.match, { [different.name]: presentCondition(different) }]);
    return { ...read, match, kind: 'distinct', field: different.name, follows: true };
  }
  return { ...read, kind: 'count', hint: index, follows: true };
}

/** The cell to compute as the remainder, since counting it would take longest. */
function restOf(
  question: NormalizedQuestion,
  { different }: Asked,
  { found, facts }: { found: readonly Cell[]; facts: CollectionFacts },
): Cell | undefined {
  const [group, other] = question.groups;
  if (different || other || isRestricting(compileMatch(question.filter))) return undefined;
  const key = mostCommonKey(facts.sample ?? [], group!, question);
  return found.find(({ keys }) => keys[0] === key);
}
