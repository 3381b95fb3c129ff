import { Menu } from '@mantine/core';
import { IconFileTypeCsv, IconPhoto, IconVectorBezier } from '@tabler/icons-react';
import { send } from '../api/send.ts';
import { saveFile } from '../shell/download.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';

export interface ExportItemsProps {
  /** The report's name. */
  name: string;
  /** Finds the part of the page with the chart. */
  findChart: () => Element | null | undefined;
  /** The address of the answer. */
  address: string;
  onFailure: (failure: { title: string; error: unknown }) => void;
}

/** Loaded when it is first used: most people only look. */
const loadExport = () => import('../chart/export-chart.ts');

/** The items of a menu that save a chart as a picture, or its answer as a table. */
export function ExportItems({ name, findChart, address, onFailure }: ExportItemsProps) {
  const announce = useAnnounce();
  async function keep(work: () => Promise<void>) {
    try {
      await work();
      announce(`${name} was saved as a file`);
    } catch (error) {
      onFailure({ title: `Couldn't save ${name} as a file`, error });
    }
  }
  async function savePicture(type: 'svg' | 'png') {
    const figure = findChart()?.querySelector<HTMLElement>('figure[data-chart]');
    if (!figure) throw new Error('There is no chart to save. Switch to the chart, or save the answer as CSV.');
    const notes = [...figure.querySelectorAll('figcaption p')].map(({ textContent }) => textContent).filter(Boolean);
    const { saveChart } = await loadExport();
    await saveChart(figure, { title: name, notes }, type);
  }
  return (
    <>
      <Menu.Item leftSection={<IconPhoto aria-hidden size={16} />} onClick={() => void keep(() => savePicture('png'))}>
        Save as PNG
      </Menu.Item>
      <Menu.Item
        leftSection={<IconVectorBezier aria-hidden size={16} />}
        onClick={() => void keep(() => savePicture('svg'))}
      >
        Save as SVG
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileTypeCsv aria-hidden size={16} />}
        onClick={() =>
          void keep(async () => {
            const { fileName } = await loadExport();
            saveFile(await send<Blob>(address, { accept: 'text/csv' }), `${fileName(name)}.csv`);
          })
        }
      >
        Save as CSV
      </Menu.Item>
    </>
  );
}
