import clsx from 'clsx';
import { Upload } from 'lucide-react';
import { useId, type Ref } from 'react';
import { fileTypes } from '~/documents/file-types';
import { getButtonClass } from '~/ui/forms/button';

// Includes extensions, for systems that don't know HEIC.
const accepted = [
  ...Object.keys(fileTypes),
  ...Object.values(fileTypes)
    .flat()
    .map((ending) => `.${ending}`),
].join();

type Props = {
  inputRef: Ref<HTMLInputElement>;
  label: string;
  replaces: boolean;
  describedBy: string;
  hydrated: boolean;
  onChoose: (file: File | undefined) => void;
};

/** Opens the browser's file dialog. It appears when scripts run, which upload the file. */
export function FileInput({ inputRef, label, replaces, describedBy, hydrated, onChoose }: Props) {
  const id = useId();
  return (
    <span className={clsx('relative', !hydrated && 'invisible')}>
      <input
        ref={inputRef}
        id={id}
        type="file"
        accept={accepted}
        aria-describedby={describedBy}
        className="peer sr-only"
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0]);
          // So that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={clsx(
          getButtonClass({ variant: 'secondary', size: 'small' }),
          'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
        )}
      >
        <Upload size={15} aria-hidden="true" />
        {replaces ? 'Replace' : 'Choose a file'}
        <span className="sr-only"> for {label}</span>
      </label>
    </span>
  );
}
