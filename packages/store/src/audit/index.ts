export { audited, listAudit } from './audit.ts';
export type { AuditAction, AuditEntry } from './audit.ts';
