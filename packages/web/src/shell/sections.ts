import {
  IconBell,
  IconBolt,
  IconChartBar,
  IconFileImport,
  IconGitBranch,
  IconHistory,
  IconInbox,
  IconKey,
  IconListDetails,
  IconMail,
  IconPlayerPlay,
  IconPlugConnected,
  IconPuzzle,
  IconSettings,
  IconTable,
  IconBuildingStore,
  IconTopologyStar3,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Session, Workspace } from '@tallyhook/schemas/api';
import { isCore } from '../session/workspace-of.ts';

/** A page in the navigation. */
export interface Section {
  to:
    | '/reports'
    | '/records'
    | '/import'
    | '/types'
    | '/branches'
    | '/inbox'
    | '/workflows'
    | '/runs'
    | '/deliveries'
    | '/integrations'
    | '/marketplace'
    | '/connectors'
    | '/members'
    | '/api-access'
    | '/speed'
    | '/audit'
    | '/settings'
    | '/outbox';
  label: string;
  Icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: true; className?: string }>;
  /** Addresses of other pages that belong to it. */
  others?: readonly string[];
  /** The ability without which the page is not offered. */
  needs?: Workspace['abilities'][number];
  isForOperators?: true;
  /** Whether it is a page of the workspace `/!core` too. */
  isInCore?: true;
}

const groups: { label: string; sections: Section[] }[] = [
  {
    label: 'Data',
    sections: [
      { to: '/reports', label: 'Reports', Icon: IconChartBar, others: ['/dashboards/'] },
      { to: '/records', label: 'Records', Icon: IconTable },
      { to: '/import', label: 'Import', Icon: IconFileImport, needs: 'write' },
      { to: '/types', label: 'Types', Icon: IconListDetails, others: ['/types/'] },
      { to: '/branches', label: 'Branches', Icon: IconGitBranch, others: ['/merge'] },
    ],
  },
  {
    label: 'Automation',
    sections: [
      { to: '/inbox', label: 'Inbox', Icon: IconBell },
      { to: '/workflows', label: 'Workflows', Icon: IconTopologyStar3 },
      { to: '/runs', label: 'Runs', Icon: IconPlayerPlay },
      { to: '/deliveries', label: 'Deliveries', Icon: IconInbox },
    ],
  },
  {
    label: 'Connections',
    sections: [
      { to: '/integrations', label: 'Integrations', Icon: IconPlugConnected, isInCore: true },
      { to: '/marketplace', label: 'Marketplace', Icon: IconBuildingStore, others: ['/apps/'], isInCore: true },
    ],
  },
  {
    label: 'Workspace',
    sections: [
      { to: '/members', label: 'Members', Icon: IconUsers, needs: 'manage' },
      { to: '/api-access', label: 'API', Icon: IconKey, needs: 'manage', isInCore: true },
      { to: '/speed', label: 'Speed', Icon: IconBolt, needs: 'tune' },
      { to: '/audit', label: 'Audit', Icon: IconHistory, needs: 'manage', isInCore: true },
      { to: '/settings', label: 'Settings', Icon: IconSettings, needs: 'manage' },
    ],
  },
  {
    label: 'Build',
    sections: [{ to: '/connectors', label: 'Connectors', Icon: IconPuzzle, needs: 'manage', isInCore: true }],
  },
  {
    label: 'Installation',
    sections: [{ to: '/outbox', label: 'Outbox', Icon: IconMail, isForOperators: true, isInCore: true }],
  },
];

/** The pages that a person may open, by group. Nothing is shown greyed out. */
export function sectionsFor(
  session: Session,
  workspace: Workspace | undefined,
): { label: string; sections: Section[] }[] {
  const isOffered = ({ needs, isForOperators, isInCore }: Section) =>
    (isForOperators !== true || session.isOperator) &&
    (isInCore === true || !isCore(session, workspace)) &&
    (needs === undefined || workspace?.abilities.includes(needs) === true);
  return groups
    .map(({ label, sections }) => ({ label, sections: sections.filter(isOffered) }))
    .filter(({ sections }) => sections.length > 0);
}
