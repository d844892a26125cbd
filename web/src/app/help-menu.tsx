import { helpViews } from '../catalog/list-state.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { button } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { useGo } from '../ui/navigation.ts';

export function useHelpItems() {
  const t = useTexts();
  const go = useGo();
  return helpViews.map((view) => ({
    id: view,
    label: t.list[view],
    run: () => go(paths.view(view)),
  }));
}

export function HelpMenu() {
  const t = useTexts();
  return (
    <Menu
      label={t.shell.help}
      buttonClass={button.icon}
      button={<Icon name="help" />}
      items={useHelpItems()}
    />
  );
}
