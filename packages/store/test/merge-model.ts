/**
 * A plain model of branches that merge: each branch is a copy of all records, and each version of a record knows the set
 * of the writes that led to it. Slow and obvious; the store must agree with it.
 */
export interface ModelVersion {
  /** The writes that this version contains. */
  writes: ReadonlySet<number>;
  /** The fields; null if the record is deleted. */
  fields: Record<string, string> | null;
}

export type ModelBranch = Map<string, ModelVersion>;

export interface ModelCommit {
  branch: string;
  /** The fields of the records that it changed, before and after. */
  changed: { id: string; before: ModelVersion['fields']; after: ModelVersion['fields'] }[];
}

type Side = 'into' | 'from';

export class MergeModel {
  readonly branches = new Map<string, ModelBranch>([['main', new Map()]]);
  /** All versions of each record that there ever were, in the order of their creation. */
  readonly #versions = new Map<string, ModelVersion[]>();
  /** By branch, all writes that it made or merged, also those that led to no difference. */
  readonly #known = new Map<string, Set<number>>([['main', new Set()]]);
  #writes = 0;

  copy(from: string, name: string): void {
    this.branches.set(name, new Map(this.branches.get(from)));
    this.#known.set(name, new Set(this.#known.get(from)));
  }

  fieldsOn(branch: string): Map<string, Record<string, string>> {
    const present = [...this.branches.get(branch)!].filter(([, { fields }]) => fields !== null);
    return new Map(present.map(([id, { fields }]) => [id, fields!]));
  }

  write(branch: string, id: string, fields: ModelVersion['fields'], others: readonly ModelVersion[] = []): void {
    const now = this.branches.get(branch)!.get(id);
    const writes = new Set([...(now?.writes ?? []), ...others.flatMap((one) => [...one.writes]), ++this.#writes]);
    const version = { writes, fields };
    this.#versions.set(id, [...(this.#versions.get(id) ?? []), version]);
    this.branches.get(branch)!.set(id, version);
    this.#known.get(branch)!.add(this.#writes);
  }

  /** Merges, with one side for all conflicts. */
  merge(from: string, into: string, rest: Side): ModelCommit {
    const changed: ModelCommit['changed'] = [];
    const known = new Set(this.#known.get(into));
    for (const [id, theirs] of this.branches.get(from)!) {
      // As in Git, what was merged already is not merged again, whatever has become of it.
      if (known.has(Math.max(...theirs.writes))) continue;
      const ours = this.branches.get(into)!.get(id);
      const before = ours?.fields ?? null;
      if (ours && contains(ours, theirs)) continue;
      const isSame = equal(before, theirs.fields);
      if (!ours || contains(theirs, ours)) {
        if (isSame) continue;
        this.write(into, id, theirs.fields, [theirs]);
      } else {
        const result = isSame ? before : combine(this.#base(id, ours, theirs), before, theirs.fields, rest);
        this.write(into, id, result, [theirs]);
      }
      const after = this.branches.get(into)!.get(id)!.fields;
      if (!equal(before, after)) changed.push({ id, before, after });
    }
    for (const write of this.#known.get(from)!) this.#known.get(into)!.add(write);
    return { branch: into, changed };
  }

  revert({ branch, changed }: ModelCommit, rest: Side): ModelCommit {
    const reverted: ModelCommit['changed'] = [];
    for (const { id, before, after } of changed) {
      const now = this.branches.get(branch)!.get(id)?.fields ?? null;
      if (equal(now, before)) continue;
      const result = equal(now, after) ? before : combine(after, now, before, rest);
      if (equal(now, result)) continue;
      this.write(branch, id, result);
      reverted.push({ id, before: now, after: result });
    }
    return { branch, changed: reverted };
  }

  #base(id: string, one: ModelVersion, other: ModelVersion): ModelVersion['fields'] {
    const common = this.#versions.get(id)!.filter((version) => contains(one, version) && contains(other, version));
    const last = common.filter((version) => !common.some((later) => later !== version && contains(later, version)));
    return last.at(-1)?.fields ?? null;
  }
}

const contains = (version: ModelVersion, other: ModelVersion) =>
  [...other.writes].every((write) => version.writes.has(write));

export function equal(one: ModelVersion['fields'], other: ModelVersion['fields']): boolean {
  if (one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

function combine(
  base: ModelVersion['fields'],
  into: ModelVersion['fields'],
  from: ModelVersion['fields'],
  rest: Side,
): ModelVersion['fields'] {
  if (into === null || from === null) {
    const isUnchanged = base !== null && equal(base, into ?? from);
    return !isUnchanged && rest === 'into' ? into : isUnchanged ? null : from;
  }
  const result: Record<string, string> = {};
  for (const name of new Set([...Object.keys(into), ...Object.keys(from)])) {
    const isOurs = into[name] === from[name] || base?.[name] === from[name];
    const isTheirs = base?.[name] === into[name];
    const value = isOurs || (!isTheirs && rest === 'into') ? into[name] : from[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}
