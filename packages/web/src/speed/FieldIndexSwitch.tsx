import { Text } from '@mantine/core';
import type { FieldSpeed, Speed } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { IndexSwitch } from './IndexSwitch.tsx';
import classes from './Speed.module.css';

/** The switch of a field's index, or why it cannot have one. */
export function FieldIndexSwitch({ row }: { row: FieldSpeed }) {
  const { type, typeLabel, field, label, reports, canIndex, whyNot, index } = row;
  const place = usePlace();
  if (!canIndex) {
    return (
      <Text size="sm" c="dimmed" className={classes.whyNot}>
        {whyNot ?? "This field can't have an index."}
      </Text>
    );
  }
  const isSame = (one: FieldSpeed) => one.type === type && one.field === field;
  async function put(on: boolean) {
    const switched = await call(place, 'PUT /api/speed/:type/:field', { path: { type, field }, body: { on } });
    return (page: Speed) => ({ ...page, fields: page.fields.map((one) => (isSame(one) ? switched : one)) });
  }
  const name = `Index on ${label} of ${typeLabel}`;
  const why = 'These reports filter on this field and may get slower.';
  return <IndexSwitch {...{ name, reports, index, why }} on={label} onSwitch={put} />;
}
