import { posix } from 'node:path';

/** The `$schema` of a fixture, if `connector.json` has one. Its place is relative to the fixture. */
export function schemaOfFixture(connectorText: string): { $schema?: string } {
  const { $schema } = JSON.parse(connectorText) as { $schema?: string };
  if ($schema === undefined) return {};
  const schema = $schema.replace('connector.schema.json', 'fixture.schema.json');
  return { $schema: schema.startsWith('.') ? posix.join('..', schema) : schema };
}
