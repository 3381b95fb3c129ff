export { createSpace, type Quotas, type Space, type SpaceOptions } from './create-space.ts';
export { countBranchRecords, readFreeSpace, readUse, type DiskSpace, type QuotaKind } from './use.ts';
