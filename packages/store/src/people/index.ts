export { abilities, abilitiesOf, isRole, canGiveRole, lowestRoleWith, roles } from './roles.ts';
export type { Ability, Role } from './roles.ts';
export { coreWorkspaceId, coreWorkspaceName } from '../database/core-workspace.ts';
export {
  acceptAsNewPerson,
  acceptAsPerson,
  createInvitation,
  declineInvitation,
  invitationDays,
  listInvitations,
  openInvitation,
  revokeInvitation,
} from './invitations.ts';
export type { Invitation } from './invitations.ts';
export { listMembers, listMemberships, roleOf, setRole } from './members.ts';
export type { Member } from './members.ts';
export { listMails, noteMail, putMail, takeMail } from './outbox.ts';
export type { Mail } from './outbox.ts';
export { createReset, resetPassword } from './password-resets.ts';
export {
  changePassword,
  checkPassword,
  createPerson,
  findPersonByEmail,
  findPersonByIdentity,
  getPerson,
  listPeople,
  makeFirstOwner,
  normalizeEmail,
  renamePerson,
  requirePassword,
} from './people.ts';
export type { Identity, Person } from './people.ts';
export {
  endSession,
  endSessionsOf,
  findSession,
  lastSeenOf,
  listSessions,
  openSession,
  sessionDays,
} from './sessions.ts';
export type { Session } from './sessions.ts';
export { countAttempt, forgiveAttempt, takeBackAttempt } from './sign-in-attempts.ts';
