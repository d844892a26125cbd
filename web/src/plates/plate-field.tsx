import { typedPlate } from '#core/plates/plate.ts';
import { TextField } from '../ui/fields.tsx';

type PlateFieldProps = { label: string; hint: string; onChange: () => void };

/** The field `plate` of a form. */
export const PlateField = (props: PlateFieldProps) => (
  <TextField
    {...props}
    name="plate"
    required
    maxLength={20}
    pattern={typedPlate.source}
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
  />
);
