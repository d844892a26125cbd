import { changelog } from '../../i18n/pages/changelog.ts';
import { LegalPage } from './legal-page.tsx';

export default function Changelog() {
  return <LegalPage texts={changelog} />;
}
