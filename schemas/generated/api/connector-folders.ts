// Made from api/connector-folders.schema.json by `npm run generate`. Change the schema, not this file.

import type { ConnectorParts, ReleaseNotes } from './connectors.ts';
import type { Count, Id, Moment, Name, Revision } from './parts.ts';

export type FolderId = string;
/**
 * How a connector is begun.
 */
export type NewConnectorFolder =
  | {
      from: 'nothing';
      id: FolderId;
      name: Name;
      /**
       * Default `key`.
       */
      starter?: 'key' | 'oauth2' | 'webhook' | 'upload';
    }
  | {
      from: 'openapi';
      /**
       * An OpenAPI 3 or Swagger 2.0 document, as JSON or YAML.
       */
      document: string;
      /**
       * Default made from the title.
       */
      id?: FolderId;
      /**
       * The base address of all paths; default the document's first server.
       */
      baseUrl?: string;
      /**
       * operationIds or `POST /path`; `*` matches any characters. Default all.
       *
       * @minItems 1
       * @maxItems 1000
       */
      operations?: string[];
      /**
       * The name of the security scheme to sign in with; default the one that covers most operations.
       */
      signIn?: string;
    }
  | {
      from: 'curl';
      id: FolderId;
      name: Name;
      /**
       * A curl command, as a service's documentation shows it. Its credentials are not kept.
       */
      command: string;
    }
  | {
      from: 'connector';
      connector: FolderId;
      /**
       * Default the installed one, else the newest.
       */
      version?: string;
    }
  | {
      from: 'files';
      /**
       * @maxItems 1000
       */
      files: FolderFile[];
    };

/**
 * A file of a connector.
 */
export interface FolderFile {
  /**
   * The path in the folder, such as `actions/create-contact.json`.
   */
  path: string;
  text: string;
}
/**
 * A mistake in a file of a connector, as `tallyhook validate` shows it.
 */
export interface FolderProblem {
  severity: 'error' | 'warning';
  file: string;
  /**
   * From 1.
   */
  line: number;
  /**
   * From 1, in UTF-16 units.
   */
  column: number;
  /**
   * JSON pointer as a URI fragment, such as `#/request/path`.
   */
  pointer: string;
  /**
   * A stable code; `tallyhook explain` explains it.
   */
  code: string;
  message: string;
  /**
   * What to do about it.
   */
  hint?: string;
}
export interface ConnectorFolderList {
  workspaceId: Id;
  folders: ConnectorFolderEntry[];
}
export interface ConnectorFolderEntry {
  /**
   * The id of the connector.
   */
  id: FolderId;
  name: string;
  version: string;
  revision: Revision;
  /**
   * How many mistakes it had when it was saved.
   */
  problemCount: Count;
  /**
   * The newest release that the workspace can install; null if there is none.
   */
  latestVersion: string | null;
  changedAt: Moment;
  /**
   * The person's id.
   */
  changedBy: string;
}
/**
 * A connector in the making.
 */
export interface ConnectorFolder {
  /**
   * The id of the connector.
   */
  id: FolderId;
  workspaceId: Id;
  name: string;
  version: string;
  revision: Revision;
  /**
   * @maxItems 1000
   */
  files: FolderFile[];
  problems: FolderProblem[];
  /**
   * What it offers; null while its files have mistakes.
   */
  described: ConnectorParts | null;
  /**
   * The newest release that the workspace can install; null if there is none.
   */
  latestVersion: string | null;
  changedAt: Moment;
  /**
   * The person's id.
   */
  changedBy: string;
  /**
   * What could not be taken over when it was begun, such as parts of an OpenAPI document.
   */
  notes?: string[];
}
export interface OpenapiContentsPost {
  /**
   * An OpenAPI 3 or Swagger 2.0 document, as JSON or YAML.
   */
  document: string;
}
/**
 * What a connector can be made of in an OpenAPI document.
 */
export interface OpenapiContents {
  title: string;
  operations: {
    /**
     * The name to choose it by, such as `POST /pets`.
     */
    name: string;
    summary: string | null;
    isDeprecated: boolean;
  }[];
  /**
   * The sign-ins that a connector can have; `bearer` and `basic` if the document declares none.
   */
  signIns: string[];
}
export interface ConnectorFolderPut {
  /**
   * The revision that was changed.
   */
  revision: Revision;
  /**
   * All files.
   *
   * @maxItems 1000
   */
  files: FolderFile[];
}
export interface FolderChecksPost {
  /**
   * @maxItems 1000
   */
  files: FolderFile[];
}
export interface FolderChecks {
  problems: FolderProblem[];
  /**
   * What it offers; null while its files have mistakes.
   */
  described: ConnectorParts | null;
}
/**
 * The results of all fixtures, as `tallyhook test` shows them.
 */
export interface FixtureRuns {
  results: {
    file: string;
    isOk: boolean;
    /**
     * The first difference.
     */
    message?: string;
    differences: string[];
  }[];
  /**
   * The parts that fixtures should cover, and whether those that passed do.
   */
  coverage: {
    name: string;
    isCovered: boolean;
  }[];
}
/**
 * What a release would change, and for whom.
 */
export interface ReleasePlan {
  /**
   * The newest release; null if this would be the first.
   */
  latestVersion: string | null;
  nextVersions: {
    patch: string;
    minor: string;
    major: string;
  };
  /**
   * The smallest step that fits the changes; null if any version will do.
   */
  neededStep: ('patch' | 'minor' | 'major') | null;
  /**
   * The smallest version that fits the changes; null if any will do.
   */
  neededVersion: string | null;
  /**
   * What is different from the newest release, breaking changes first.
   */
  changes: {
    kind: 'breaking' | 'addition' | 'correction';
    isBreaking: boolean;
    text: string;
    where: {
      file: string;
      pointer: string;
    };
  }[];
  /**
   * The workflows of the workspace that use the connector. They stay on their version until a person updates it.
   */
  concerned: {
    workflowId: Id;
    workflow: string;
    branch: string;
    on: boolean;
    version: string;
  }[];
  /**
   * How many other workspaces have installed the connector.
   */
  concernedElsewhere: Count;
  /**
   * The mistakes that have to be corrected first.
   */
  blocked: FolderProblem[];
}
export interface FolderRelease {
  version: string;
  /**
   * The revision that was looked at.
   */
  revision: Revision;
  /**
   * Whether to release it even if no fixture tests it.
   */
  isUntested?: boolean;
  notes?: ReleaseNotes;
}
export interface FolderTryPost {
  action: string;
  /**
   * The values of its inputs by name; the one of a file is left out.
   */
  inputs: {
    [k: string]: unknown;
  };
  /**
   * A linked account of the connector; without it, nothing is signed in.
   */
  account?: Id;
}
/**
 * What happened when an action was tried.
 */
export interface FolderTry {
  /**
   * The first request as it was sent, with credentials masked; null if none could be built.
   */
  request: {
    method: string;
    url: string;
    headers: {
      [k: string]: string;
    };
    body: string;
  } | null;
  /**
   * The answer to it; null if none arrived.
   */
  answer: {
    status: number;
    headers: {
      [k: string]: string;
    };
    body: string;
    isCut: boolean;
  } | null;
  /**
   * What a workflow would get; absent if it failed or sends a file.
   */
  output?: unknown;
  error?: {
    code: string;
    message: string;
  };
  durationMs: Count;
  /**
   * Every request, in order.
   */
  steps: {
    name: string;
    detail: string;
    isOk: boolean;
  }[];
  /**
   * The requests of an action that sends a file that were not made, in order.
   */
  notMade: {
    name: string;
    reason: string;
  }[];
  /**
   * A fixture of it, as `tallyhook record` writes it, with made-up credentials; null if none can be made.
   */
  fixture: {
    [k: string]: unknown;
  } | null;
  /**
   * Why there is no fixture.
   */
  fixtureProblem?: string;
  /**
   * Whether the action sends a file; only its first request is made then, without a file.
   */
  hasUpload: boolean;
  /**
   * Where the file would be sent; absent if requests come in between.
   */
  uploadWouldGoTo?: string;
}
export interface FolderListenPost {
  /**
   * The webhook that reads the delivery, named as its file.
   */
  webhook: string;
}
/**
 * An address that takes one delivery and starts nothing.
 */
export interface NewFolderListen {
  id: Id;
  /**
   * Shown only now.
   */
  address: string;
  expiresAt: Moment;
}
/**
 * What arrived at an address that takes one delivery.
 */
export interface FolderListen {
  /**
   * `waiting`, also with a delivery that the webhook cannot read: another one is taken in its place; `ended` if none arrived in time.
   */
  state: 'waiting' | 'received' | 'ended';
  /**
   * Whether the service has verified the address, as the webhook declares.
   */
  isVerified: boolean;
  expiresAt: Moment;
  /**
   * The delivery, with credentials masked.
   */
  delivery?: {
    method: string;
    headers: {
      [k: string]: string;
    };
    query: {
      [k: string]: string;
    };
    body: string;
    /**
     * Whether only the first part of the body is shown.
     */
    isCut: boolean;
    /**
     * What the webhook, as it is saved now, reads of it; null if it cannot be read.
     */
    read:
      | {
          event: string;
          deliveryId: string | null;
          /**
           * The account of the service it belongs to; null if it goes to all.
           */
          account: string | null;
          payload: unknown;
        }[]
      | null;
    /**
     * Why it, or a part of it, would start nothing.
     */
    problem?: string;
  };
  /**
   * A fixture of it with made-up credentials.
   */
  fixture?: {
    [k: string]: unknown;
  };
  /**
   * Why there is no fixture.
   */
  fixtureProblem?: string;
}
