import { Link } from '@tanstack/react-router';
import { useTypes } from '../api/queries.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';

/** The types of the branch, each leading to its records. */
export function TypesPage() {
  const { data: types, error } = useTypes();
  return (
    <>
      <PageHeading title="Records" />
      {error !== null && <ErrorNote title="Couldn't load the types of records" error={error} />}
      {types !== undefined && (
        <List
          title="Types of records"
          columns={[{ label: 'Records' }, { label: 'Fields', isNumber: true }]}
          count={types.length}
          empty="This branch has no types of records yet. Import a file to make one."
        >
          {types.map(({ name, plural, fields }) => (
            <tr key={name}>
              <td>
                <Link to="/records/$typeName" params={{ typeName: name }}>
                  {plural}
                </Link>
              </td>
              <td>{fields.length}</td>
            </tr>
          ))}
        </List>
      )}
    </>
  );
}
