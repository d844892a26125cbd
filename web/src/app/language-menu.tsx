import { languageNames } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { menuButton } from './menu-button.ts';

export function LanguageMenu() {
  const { language, texts: t, choose } = useLanguage();
  return (
    <div className="max-md:hidden">
      <Menu
        label={`${language.toUpperCase()}, ${t.shell.language}: ${languageNames[language]}`}
        buttonClass={menuButton}
        button={
          <>
            {language.toUpperCase()}
            <Icon name="down" size={16} />
          </>
        }
        items={[
          { id: 'en', label: languageNames.en, run: () => choose('en'), isCurrent: language === 'en' },
          { id: 'da', label: languageNames.da, run: () => choose('da'), isCurrent: language === 'da' },
        ]}
      />
    </div>
  );
}
