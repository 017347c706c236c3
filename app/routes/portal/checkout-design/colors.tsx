import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  deriveDarkAccent,
  defaultPalettes,
  checkDesignContrast,
  derivePalette,
  type ContrastCheck,
} from '~/merchants/checkout-design/checkout-theme';
import { contrastRatio, parseColor, type Color } from '~/merchants/checkout-design/color-contrast';
import { Button } from '~/ui/forms/button';
import { ColorField } from './color-field';
import { describeContrast, formatRatio } from './contrast-labels';
import { Swatch } from './swatch';

type Props = {
  accent: string;
  background: string;
  errors: Record<string, string[] | undefined>;
  /** Called when a button sets a color, because the form fires no event for that. */
  onTaken: () => void;
};

/** Both colors, with their contrast while the person chooses. */
export function Colors({ errors, onTaken, ...input }: Props) {
  const [accent, setAccent] = useState(input.accent);
  const [background, setBackground] = useState(input.background);
  const chosen = { accent: parseColor(accent), background: parseColor(background) };
  const inTheDark = deriveDarkAccent(chosen);
  // At once, because the form reads its fields.
  const takeAccent = (color: string) => {
    flushSync(() => setAccent(color));
    onTaken();
  };
  const takeBackground = (color: string) => {
    flushSync(() => setBackground(color));
    onTaken();
  };
  return (
    <div className="space-y-5">
      <div>
        <ColorField
          name="accent"
          label="Accent color"
          hint="For the button and links. Leave empty for the default."
          error={errors.accent}
          value={accent}
          onChange={setAccent}
          onPick={takeAccent}
          preview={chosen.accent ?? defaultPalettes.light.accent}
        />
        <div role="status" className="mt-2 space-y-2 text-sm">
          {checkDesignContrast(chosen).map((contrastResult) => (
            <ContrastResult key={contrastResult.what} {...contrastResult} onTake={takeAccent} />
          ))}
          {inTheDark && (
            <p className="flex items-center gap-2 text-ink-soft">
              <Swatch color={inTheDark} />
              <span>On dark backgrounds it becomes {inTheDark}, so that it stays visible.</span>
            </p>
          )}
        </div>
      </div>
      <div>
        <ColorField
          name="background"
          label="Background color"
          hint="Behind everything. Leave empty to follow the payer’s light or dark setting."
          error={errors.background}
          value={background}
          onChange={setBackground}
          onPick={takeBackground}
          preview={chosen.background ?? defaultPalettes.light.paper}
        />
        {chosen.background && <OnBackground background={chosen.background} accent={chosen.accent} />}
      </div>
    </div>
  );
}

/** Without scripts, the button that suggests another shade saves the form with it. */
function ContrastResult({ onTake, ...check }: ContrastCheck & { onTake: (shade: Color) => void }) {
  const { what, nearest } = check;
  if (!nearest) return <p className="text-positive">{describeContrast(check)}</p>;
  return (
    <div>
      <p className={what === 'button_text' ? 'text-negative' : 'text-caution'}>{describeContrast(check)}</p>
      <Button
        type="submit"
        name="accentInstead"
        value={nearest}
        variant="secondary"
        size="small"
        className="mt-1.5"
        onClick={(event) => {
          event.preventDefault();
          onTake(nearest);
          // The button disappears.
          document.getElementById('accent')?.focus();
        }}
      >
        <Swatch color={nearest} />
        Use {nearest}
        <span className="sr-only"> as the accent color</span>
      </Button>
    </div>
  );
}

function OnBackground({ background, accent }: { background: Color; accent: Color | null }) {
  const { scheme, palette } = derivePalette(background, accent);
  return (
    <p role="status" className="mt-2 text-sm text-ink-soft">
      All payers see the same {scheme} page. Its text is easy to read (contrast{' '}
      {formatRatio(contrastRatio(palette.ink, background))}).
    </p>
  );
}
