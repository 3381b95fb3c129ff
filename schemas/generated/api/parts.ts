// Made from api/parts.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * An id assigned by the service.
 */
export type Id = string;
/**
 * A moment in UTC, in ISO 8601.
 */
export type Moment = string;
export type Count = number;
/**
 * Increases with each save.
 */
export type Revision = number;
/**
 * A SHA-256 hash in lower-case hexadecimal.
 */
export type Sha256 = string;
/**
 * A display name: not only spaces, and no control characters.
 */
export type Name = string;
/**
 * What a person may do in a workspace.
 */
export type Role = 'owner' | 'admin' | 'member' | 'viewer' | 'guest';
/**
 * The IANA time zone that determines days for questions without one.
 */
export type Timezone = string;
/**
 * The first day of the week for questions without one.
 */
export type WeekStart = 'monday' | 'sunday' | 'saturday';

