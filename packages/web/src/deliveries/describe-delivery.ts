import type { Delivery } from '@tallyhook/schemas/api';

/** The connector of a delivery, for people; requests to a workflow's own address have none. */
export function describeConnector(connector: string): string {
  return connector === 'Address' ? 'Own address' : connector;
}

/** What a delivery did, in a few words. */
export function describeOutcome({ outcome, targets, repeats, conflictCount }: Delivery): string {
  const runs = targets.filter(({ status }) => status !== 'refused').length;
  const did =
    outcome === 'unlinked'
      ? 'No account linked'
      : outcome === 'conflict' && runs === 0
        ? 'Same id, another body'
        : runs === 0
          ? 'Started nothing'
          : runs === 1
            ? 'Started 1 run'
            : `Started ${runs} runs`;
  return [did, describeRepeats(repeats - conflictCount), describeConflicts(conflictCount)].filter(Boolean).join(', ');
}

const describeRepeats = (count: number) =>
  count <= 0 ? '' : count === 1 ? 'came again once' : `came again ${count} times`;

const describeConflicts = (count: number) =>
  count === 0 ? '' : count === 1 ? 'once with another body' : `${count} times with another body`;
