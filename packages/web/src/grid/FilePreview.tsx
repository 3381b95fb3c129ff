import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { addressOf } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import classes from './Editors.module.css';

const pictures = /\.(png|jpe?g|gif|webp|avif|svg)$/i;

/** A small picture of a file that is one, beside its name; a drawing for others. */
export function FilePreview({ id, name }: { id: string; name: string }) {
  const place = usePlace();
  const [isBroken, setIsBroken] = useState(false);
  if (!pictures.test(name) || isBroken)
    return (
      <span className={classes.noPicture}>
        <IconFile aria-hidden size={18} />
      </span>
    );
  const address = addressOf(place, 'GET /api/files/:id', { path: { id } });
  return <img className={classes.picture} src={address} alt="" onError={() => setIsBroken(true)} />;
}
