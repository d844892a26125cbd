import { languages } from '#core/shared.ts';
import { languageNames } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useAccountTexts } from '../i18n/text-parts.ts';

/** English or Danish, for the app and for what is mailed. */
export function LanguageSetting() {
  const t = useAccountTexts();
  const { language, choose } = useLanguage();
  return (
    <fieldset>
      <legend className="w-full border-b border-ink pb-2.5 text-h3 font-semibold">
        {t.profile.language}
      </legend>
      <div className="mt-2">
        {languages.map((value) => (
          <label key={value} className="flex h-11 cursor-pointer items-center gap-3 text-control">
            <input
              type="radio"
              name="language"
              checked={language === value}
              className="tick rounded-full"
              onChange={() => choose(value)}
            />
            <span lang={value}>{languageNames[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
