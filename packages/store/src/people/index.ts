export { abilities, abilitiesOf, isRole, canGiveRole, roles } from './roles.ts';
export type { Ability, Role } from './roles.ts';
export { audited, listAudit } from './audit.ts';
export type { AuditAction, AuditEntry } from './audit.ts';
export { listMembers, listMemberships, removeMember, roleOf, setRole } from './members.ts';
export type { Member } from './members.ts';
export {
  changePassword,
  checkPassword,
  createPerson,
  findPersonByEmail,
  getPerson,
  listPeople,
  normalizeEmail,
} from './people.ts';
export type { Person } from './people.ts';
export { endSession, endSessionsOf, findSession, openSession, sessionDays } from './sessions.ts';
export type { Session } from './sessions.ts';
