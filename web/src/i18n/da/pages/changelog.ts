import type { PageText } from '../../pages/page-text.ts';

export const changelog: PageText = {
  title: 'Ændringer',
  lead: 'Hvad der er ændret, nyeste først.',
  sections: [
    {
      heading: 'Version 1.0, 17. oktober 2025',
      paragraphs: [
        'Import af søgninger og enkelte biler fra Marketplace, hvor bilerne dukker op én for én.',
        'Import af sider gemt fra din egen browser.',
        'Nummerplader læst på billederne og motorregistrets oplysninger om hver bil, hvis plade blev fundet.',
        'Vurdering efter markedet med en prislinje, grunden i ord og de biler, den er sammenlignet med.',
        'Modsigelser mellem annonce og register, og hvad du skal spørge sælgeren om.',
        'Filtre, gemte biler, fund, historik. Engelsk og dansk, lyst og mørkt.',
      ],
    },
  ],
};
