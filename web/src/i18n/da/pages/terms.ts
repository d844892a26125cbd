import { planNames } from '#core/payments/plan.ts';
import type { PageText } from '../../pages/page-text.ts';

export const terms: PageText = {
  title: 'Vilkår',
  lead: 'Hvad du kan vente af Bilfund, og hvad Bilfund venter af dig.',
  sections: [
    {
      heading: 'Tjenesten',
      paragraphs: [
        'Bilfund læser brugtbilsannoncer fra de links og sider, du giver, føjer motorregistrets oplysninger til og anslår, hvad lignende biler udbydes til. Bilpriser er i danske kroner, planpriser i euro med moms.',
        'Vurderingen siger noget om udbudspriser, ikke om, hvad en bil sælges for, og den er ikke en taksering. Den kan være forkert. Du afgør selv, om du vil købe, og du tjekker selv bilen og dens papirer.',
      ],
    },
    {
      heading: 'Links til Marketplace',
      paragraphs: [
        'Bilfund har ingen forbindelse med Facebook, Meta, DBA eller Bilbasen. Vilkårene for Facebook Marketplace forbyder automatisk indsamling af data uden tilladelse, og det er Marketplace, der afgør, om et besøg bliver vist. Når du giver et link, beder du os besøge det, som en almindelig besøgende ville; vi logger ikke ind, går ikke forbi sikkerhedstjek og skjuler ikke, hvem vi er. Et afvist besøg meldes til dig som en afvisning og tæller ikke med.',
        'Sider, som du giver os fra din egen browser (gemt, med Bilfund-knappen eller med udvidelsen), behandles for dig; af en annonce, som andre også har sendt, vises det, I alle har set, for alle. Du har ansvaret for, at du må give os dem.',
      ],
    },
    {
      heading: 'Din konto',
      paragraphs: [
        'Du skal bruge en e-mailadresse og en adgangskode. Hold adgangskoden og dine adgangsnøgler for dig selv; det, der gøres med din konto, også af et program eller en assistent, du bruger, regnes som gjort af dig. Du skal være mindst 16 år.',
        'Brug ikke Bilfund til at indsamle data om mennesker, til at overbelaste tjenesten eller Marketplace eller til at videresælge det, den viser. Vi kan lukke konti, der gør det.',
      ],
    },
    {
      heading: 'Betalte planer',
      paragraphs: [
        `${planNames.da.premium_monthly} og ${planNames.da.premium_quarterly} fornyes, indtil de opsiges. Du kan opsige når som helst; planen gælder så til slutningen af den periode, du har betalt for. ${planNames.da.lifetime} og ${planNames.da.deal_finder_boost} betales én gang og fornyes ikke.`,
        'Om penge kan betales tilbage, afgøres fra gang til gang: Skriv til support. Dine rettigheder som forbruger efter loven berøres ikke.',
      ],
    },
    {
      heading: 'Ændringer og lovvalg',
      paragraphs: [
        'Vi kan ændre tjenesten og disse vilkår. Ændringer, der betyder noget for dig, meddeles på e-mail mindst 30 dage forud. Dansk ret gælder.',
      ],
    },
  ],
};
