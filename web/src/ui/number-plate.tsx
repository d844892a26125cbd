import { useTexts } from '../i18n/language.tsx';

/** "AB12345" → "AB 12 345"; anything else (personal plates) stays as it is. */
export function spacePlate(plate: string): string {
  return plate.replace(/^([A-ZÆØÅ]{2})(\d{2})(\d{3})$/, '$1 $2 $3');
}

type Props = {
  plate: string;
  large?: boolean;
  /** What stands before it says that it is a plate. */
  isNamed?: boolean;
};

/** A Danish number plate: white with a red edge and the blue field, in light and dark alike. */
export function NumberPlate({ plate, large = false, isNamed = false }: Props) {
  const t = useTexts();
  const size = large
    ? 'h-8 gap-2.25 rounded border-2 pr-2.5 text-[19px]'
    : 'h-5 gap-1.25 rounded-[3px] border-[1.5px] pr-1.5 text-[12px]';
  return (
    <span
      className={`inline-flex flex-none items-stretch overflow-hidden border-[#C8102E] bg-white leading-none font-semibold tracking-[0.05em] whitespace-nowrap text-[#111] ${size}`}
    >
      <span
        aria-hidden="true"
        className={`flex items-end bg-[#1B4B9B] font-bold tracking-normal text-white ${large ? 'px-1 pb-1 text-[9px]' : 'px-0.5 pb-[3px] text-[7px]'}`}
      >
        DK
      </span>
      {!isNamed && <span className="sr-only">{t.card.plate(spacePlate(plate))}</span>}
      <span aria-hidden={isNamed ? undefined : true} className="self-center">
        {spacePlate(plate)}
      </span>
    </span>
  );
}
