import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { Swatch } from './swatch';
import { getDesignValueLabel, type DesignField } from './design-labels';

/** A setting of a design in words, with a sample where useful. */
export function Value({ design, field }: { design: CheckoutDesign; field: DesignField }) {
  const { [field]: value, logoId } = design;
  if (field === 'logoId' && logoId)
    return (
      <img
        src={`/logos/${logoId}.png`}
        alt="Logo"
        className="inline-block h-8 w-auto max-w-40 object-contain"
      />
    );
  const isColor = (field === 'accent' || field === 'background') && value;
  return (
    <span className="whitespace-pre-line">
      {isColor && (
        <>
          <Swatch color={String(value)} />{' '}
        </>
      )}
      {getDesignValueLabel(design, field)}
    </span>
  );
}
