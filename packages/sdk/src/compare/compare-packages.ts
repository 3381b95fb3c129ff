import { type ConnectorPackage, toPointer, type Workflow } from '@tallyhook/schemas';
import semver from 'semver';
import type { Change, ChangeWeight, Report } from './change.ts';
import { compareAction } from './compare-action.ts';
import { compareConnector, reportOthers, scopesOf } from './compare-connector.ts';
import { compareWebhook } from './compare-webhook.ts';

/** The differences between two versions of a connector and the smallest version number that fits them. */
export interface Comparison {
  changes: Change[];
  /** The smallest version the changes allow; the old version if nothing changed. */
  needed: string;
  /** Whether the new version is at least `needed`. */
  isEnough: boolean;
}

type ReportIn = (file: string) => Report;

/** Compares two packages of one connector. Breaking changes come first. */
export function comparePackages(before: ConnectorPackage, after: ConnectorPackage): Comparison {
  const changes: Change[] = [];
  const reportIn: ReportIn = (file) => (path, weight, message) =>
    void changes.push({ file, pointer: toPointer(path), weight, message });
  compareConnector(reportIn('connector.json'), before.connector, after.connector);
  const granted = scopesOf(before.connector.signIn);
  comparePart(reportIn, 'action', before.actions, after.actions, (report, old, now) =>
    compareAction(report, old, now, granted),
  );
  comparePart(reportIn, 'webhook', before.webhooks, after.webhooks, (report, old, now) =>
    compareWebhook(report, old, now, granted),
  );
  compareTemplates(reportIn, before.workflows ?? {}, after.workflows ?? {});
  if (before.icon !== after.icon) reportIn('icon.svg')([], 'correction', 'the icon changed');
  if (before.readme !== after.readme) reportIn('README.md')([], 'correction', 'the text changed');
  const sorted = changes.sort((a, b) => weights.indexOf(a.weight) - weights.indexOf(b.weight));
  const needed = neededVersion(before.connector.version, sorted[0]?.weight);
  return { changes: sorted, needed, isEnough: semver.gte(after.connector.version, needed) };
}

/** The part of a version number. */
export type VersionStep = 'major' | 'minor' | 'patch';

/** Which part of the version number grows from one version to a higher one; null if it is the same. */
export function stepBetween(before: string, after: string): VersionStep | null {
  if (semver.eq(before, after)) return null;
  if (semver.major(before) !== semver.major(after)) return 'major';
  return semver.minor(before) === semver.minor(after) ? 'patch' : 'minor';
}

/** The versions that can follow one; a first release begins at these from 0.0.0. */
export function nextVersions(version = '0.0.0'): Record<VersionStep, string> {
  const next = (step: VersionStep): string => semver.inc(version, step)!;
  return { major: next('major'), minor: next('minor'), patch: next('patch') };
}

const weights: ChangeWeight[] = ['breaking', 'addition', 'correction'];

function comparePart<T>(
  reportIn: ReportIn,
  kind: 'action' | 'webhook',
  before: Record<string, T>,
  after: Record<string, T>,
  compare: (report: Report, before: T, after: T) => void,
): void {
  const report = (name: string): Report => reportIn(`${kind}s/${name}.json`);
  for (const [name, old] of Object.entries(before)) {
    if (Object.hasOwn(after, name)) compare(report(name), old, after[name]!);
    else report(name)([], 'breaking', `the ${kind} "${name}" is gone`);
  }
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name)) report(name)([], 'addition', `the ${kind} "${name}" is new`);
  }
}

/** Compares the workflows people can begin with. They begin with a copy, so nothing built on the old version breaks. */
function compareTemplates(reportIn: ReportIn, before: Record<string, Workflow>, after: Record<string, Workflow>): void {
  const report = (name: string): Report => reportIn(`workflows/${name}.json`);
  for (const [name, old] of Object.entries(before)) {
    if (Object.hasOwn(after, name)) reportOthers(report(name), [], old, after[name]!, ['$schema']);
    else report(name)([], 'correction', `the workflow "${name}" is gone`);
  }
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name)) report(name)([], 'addition', `the workflow "${name}" is new`);
  }
}

/** Before 1.0.0 a breaking change raises the minor version, anything else the patch version (semver.org, item 4). */
function neededVersion(version: string, heaviest: ChangeWeight | undefined): string {
  if (heaviest === undefined) return version;
  const steps = { breaking: 'major', addition: 'minor', correction: 'patch' } as const;
  const earlySteps = { breaking: 'minor', addition: 'patch', correction: 'patch' } as const;
  return semver.inc(version, (semver.major(version) === 0 ? earlySteps : steps)[heaviest])!;
}
