import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TypeUse } from '@tallyhook/schemas/api';

/** Lists what would stop working, each with a link to it. */
export function Stops({ stops }: { stops: readonly TypeUse[] }) {
  if (stops.length === 0) return null;
  return (
    <section aria-label="What stops working">
      <Text>These stop working, or lose a part:</Text>
      <ul>
        {stops.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <UseLink use={use} /> ({use.kind})
          </li>
        ))}
      </ul>
    </section>
  );
}

function UseLink({ use: { kind, id, name, type, branch } }: { use: TypeUse }) {
  // Without one it is the branch of the page, which the address keeps.
  const place = branch === undefined ? {} : { branch };
  if (kind === 'report')
    return (
      <Link to="/reports/$reportId" params={{ reportId: id }} search={place as never}>
        {name}
      </Link>
    );
  if (kind === 'dashboard')
    return (
      <Link to="/dashboards/$dashboardId" params={{ dashboardId: id }} search={place as never}>
        {name}
      </Link>
    );
  if (kind === 'workflow')
    return (
      <Link to="/workflows/$workflowId" params={{ workflowId: id }} search={place as never}>
        {name}
      </Link>
    );
  if (kind === 'view' && type !== undefined)
    return (
      <Link to="/records/$typeName" params={{ typeName: type }} search={{ ...place, view: id } as never}>
        {name}
      </Link>
    );
  return <>{name}</>;
}
