import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { noList, NoOption } from '../shell/NoOption.tsx';
import { useFirstOption } from '../shell/use-first-option.ts';
import { findOptions } from './find-options.ts';
import classes from './Picker.module.css';

export interface PickerOption {
  value: string;
  label: string;
  /** The heading under which it stands. */
  group?: string;
  /** What it is found by besides its label, without signs: `america new york`. */
  spoken?: string;
}

export interface PickerProps {
  /** What is picked, for those who hear the page: `Grouped by`. */
  label: string;
  /** What the button says. */
  text: string;
  options: readonly PickerOption[];
  /** The values that are ticked. */
  chosen: readonly string[];
  onPick: (value: string) => void;
  /** Takes the part away: Backspace and Delete do it. */
  onRemove?: () => void;
  /** Whether several can be ticked: then the list stays open. */
  isMany?: boolean;
  /** Whether nothing is picked yet. */
  isEmpty?: boolean;
  /** Whether something is wrong with what is picked. */
  isWrong?: boolean;
  /** Whether a text that is not in the list can be taken too. */
  takesText?: boolean;
  /** What is offered for what was typed, where that is not just what holds it. */
  find?: (typed: string) => readonly PickerOption[];
  /** What the list says where nothing fits. */
  noneWords?: string | undefined;
  /** Whether more options come. */
  isLoading?: boolean;
  /** Whether what is picked makes something new, which takes the focus. */
  isAdding?: boolean;
}

/** A word of a sentence that opens a list: type to filter, arrows move, Enter picks, Backspace takes the part away. */
export function Picker(props: PickerProps) {
  const {
    label,
    text,
    options,
    chosen,
    onPick,
    onRemove,
    isMany = false,
    isEmpty,
    isWrong,
    takesText = false,
    find = (typed: string) => findOptions(options, typed, { chosen, isMany, takesText }),
    noneWords = 'Nothing is called that',
    isLoading = false,
    isAdding = false,
  } = props;
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => {
      combobox.focusSearchInput();
      combobox.selectActiveOption();
    },
  });
  const found = find(search.trim());
  const hasOptions = found.length > 0;
  useFirstOption(combobox, search, found[0]?.value);

  function onKeyDown(event: KeyboardEvent) {
    if ((event.key === 'Backspace' || event.key === 'Delete') && onRemove !== undefined) {
      event.preventDefault();
      // The focus goes on to the next part: a key that is held would take that away too.
      if (!event.repeat) onRemove();
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      // Keys that come before the field has the focus are part of the text too.
      setSearch((before) => before + event.key);
      combobox.openDropdown();
    }
  }
  function submit(value: string) {
    onPick(value);
    if (isMany) {
      setSearch('');
      return;
    }
    combobox.closeDropdown();
    if (!isAdding) combobox.focusTarget();
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      withinPortal={false}
      position="bottom-start"
      width={260}
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.word}
          data-empty={isEmpty || undefined}
          data-wrong={isWrong || undefined}
          aria-label={`${label}: ${text}`}
          onClick={() => combobox.toggleDropdown()}
          onKeyDown={onKeyDown}
        >
          <span className={classes.text}>{text}</span>
          <IconChevronDown aria-hidden size={14} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Search
          role="combobox"
          {...(hasOptions ? { 'aria-expanded': true } : noList)}
          value={search}
          placeholder="Type to find"
          aria-label={`${label}: type to find`}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') combobox.focusTarget();
            // A key that is held takes off the text and no tick.
            if (event.key !== 'Backspace' || event.repeat || search !== '' || !isMany) return;
            if (chosen.length > 0) onPick(chosen.at(-1)!);
          }}
        />
        {hasOptions && (
          <Combobox.Options className={classes.options} aria-label={label} aria-multiselectable={isMany || undefined}>
            {groupsOf(found).map(([group, items]) =>
              group === '' ? (
                items.map(option)
              ) : (
                <Combobox.Group key={group} label={group}>
                  {items.map(option)}
                </Combobox.Group>
              ),
            )}
          </Combobox.Options>
        )}
        <NoOption words={isLoading ? 'Loading …' : hasOptions ? undefined : noneWords} />
      </Combobox.Dropdown>
    </Combobox>
  );

  function option({ value, label: name }: PickerOption) {
    const isChosen = chosen.includes(value);
    return (
      <Combobox.Option key={value} value={value} active={isChosen} aria-selected={isChosen}>
        <span className={classes.option}>
          <IconCheck aria-hidden size={14} className={classes.check} data-chosen={isChosen || undefined} />
          <span>{name}</span>
        </span>
      </Combobox.Option>
    );
  }
}

function groupsOf(options: readonly PickerOption[]): [string, PickerOption[]][] {
  return [...Map.groupBy(options, ({ group = '' }) => group)];
}
