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

/** What two versions had in common. */
interface ModelBase {
  fields: ModelVersion['fields'];
  /** The fields on which the last common versions disagree; the empty text if one of them deleted the record. */
  unclear: ReadonlySet<string>;
}

export class MergeModel {
  readonly branches = new Map<string, ModelBranch>([['main', new Map()]]);
  /** All versions of each record that there ever were, in the order of their creation. */
  readonly #versions = new Map<string, ModelVersion[]>();
  #writes = 0;

  copy(from: string, name: string): void {
    this.branches.set(name, new Map(this.branches.get(from)));
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
  }

  /** Merges, with one side for all conflicts. */
  merge(from: string, into: string, rest: Side): ModelCommit {
    const changed: ModelCommit['changed'] = [];
    for (const [id, theirs] of this.branches.get(from)!) {
      const ours = this.branches.get(into)!.get(id);
      const before = ours?.fields ?? null;
      if (ours && contains(ours, theirs)) continue;
      const isSame = equal(before, theirs.fields);
      if (!ours || contains(theirs, ours)) {
        // As in Git, the branch has this version now, even if it looks as before.
        if (isSame) this.branches.get(into)!.set(id, theirs);
        else this.write(into, id, theirs.fields, [theirs]);
      } else {
        const result = isSame ? before : combine(this.#base(id, ours, theirs), before, theirs.fields, rest);
        this.write(into, id, result, [theirs]);
      }
      const after = this.branches.get(into)!.get(id)!.fields;
      if (!equal(before, after)) changed.push({ id, before, after });
    }
    return { branch: into, changed };
  }

  revert({ branch, changed }: ModelCommit, rest: Side): ModelCommit {
    const reverted: ModelCommit['changed'] = [];
    for (const { id, before, after } of changed) {
      const now = this.branches.get(branch)!.get(id)?.fields ?? null;
      if (equal(now, before)) continue;
      const result = equal(now, after) ? before : combine({ fields: after, unclear: new Set() }, now, before, rest);
      if (equal(now, result)) continue;
      this.write(branch, id, result);
      reverted.push({ id, before: now, after: result });
    }
    return { branch, changed: reverted };
  }

  /** As Git does: several last common versions are merged themselves. */
  #base(id: string, one: Pick<ModelVersion, 'writes'>, other: Pick<ModelVersion, 'writes'>): ModelBase {
    const common = this.#versions.get(id)!.filter((version) => contains(one, version) && contains(other, version));
    const last = common.filter((version) => !common.some((later) => later !== version && contains(later, version)));
    const [first, ...others] = last;
    if (first === undefined) return { fields: null, unclear: new Set() };
    let joined: ModelBase & Pick<ModelVersion, 'writes'> = { ...first, unclear: new Set() };
    for (const next of others) {
      const merged = joinBases(this.#base(id, joined, next), joined, next.fields);
      joined = { ...merged, writes: new Set([...joined.writes, ...next.writes]) };
    }
    return joined;
  }
}

const contains = (version: Pick<ModelVersion, 'writes'>, other: Pick<ModelVersion, 'writes'>) =>
  [...other.writes].every((write) => version.writes.has(write));

export function equal(one: ModelVersion['fields'], other: ModelVersion['fields']): boolean {
  if (one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

function joinBases(base: ModelBase, one: ModelBase, other: ModelVersion['fields']): ModelBase {
  if (one.fields === null || other === null) {
    const left = one.fields ?? other;
    if (left === null || (base.unclear.size === 0 && equal(base.fields, left))) {
      return { fields: null, unclear: new Set() };
    }
    return { fields: left, unclear: new Set([...one.unclear, '']) };
  }
  const fields: Record<string, string> = {};
  const unclear = new Set(one.unclear);
  for (const name of new Set([...Object.keys(one.fields), ...Object.keys(other)])) {
    const values = [one.fields[name], other[name]];
    const changed = values.filter((value) => base.unclear.has(name) || value !== base.fields?.[name]);
    const isDecided = changed.length < 2 || values[0] === values[1];
    if (!isDecided) unclear.add(name);
    const value = isDecided ? (changed.length > 0 ? changed[0] : values[0]) : base.fields?.[name];
    if (value !== undefined) fields[name] = value;
  }
  return { fields, unclear };
}

function combine(
  base: ModelBase,
  into: ModelVersion['fields'],
  from: ModelVersion['fields'],
  rest: Side,
): ModelVersion['fields'] {
  if (into === null || from === null) {
    const isUnchanged = base.fields !== null && base.unclear.size === 0 && equal(base.fields, into ?? from);
    return !isUnchanged && rest === 'into' ? into : isUnchanged ? null : from;
  }
  const result: Record<string, string> = {};
  for (const name of new Set([...Object.keys(into), ...Object.keys(from)])) {
    const isBase = (value: string | undefined) => !base.unclear.has(name) && base.fields?.[name] === value;
    const isOurs = into[name] === from[name] || isBase(from[name]);
    const value = isOurs || (!isBase(into[name]) && rest === 'into') ? into[name] : from[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}
