import { planNames } from '#core/payments/plan.ts';
import type { PageText } from '../../pages/page-text.ts';
import { releasedSections } from '../../pages/releases.ts';

export const changelog: PageText = {
  title: 'Ændringer',
  lead: 'Hvad der er ændret, nyeste først.',
  sections: releasedSections('da'),
};

export const privacy: PageText = {
  title: 'Privatliv',
  lead: 'Så lidt som tjenesten har brug for, opbevaret i EU og væk, når du går.',
  sections: [
    {
      heading: 'Det gemmer vi om dig',
      paragraphs: [
        'Din e-mailadresse, og din adgangskode kun i en form, den ikke kan læses af; din plan, og hvad du har købt; de links, du har importeret, og hvad der kom ud af dem; de biler, du har gemt eller skjult, og i et år dem, du har fundet og fjernet; dine noter om biler, lister, søgninger og beskeder, og hvor du får dem sendt hen; hvor mange importer du har brugt denne måned; i et døgn de nummerplader, du har fået vurderet; i et halvt år dem, du har skrevet på biler; navnene på dine adgangsnøgler og den dag, de senest blev brugt; om en søgnings feed, hvornår det fik sin adresse, og et fingeraftryk af adressen; om en liste, du deler, siden hvornår, et fingeraftryk af linket, og hvem du deler den med.',
        'I din browser gemmer vi det, der lader dig fortsætte, hvor du slap: dit sprog, hvem der er logget ind, listens tilstand, og hvornår du sidst så den, de biler, du har åbnet eller sammenligner, de tal, du har skrevet for udgifter, links, der venter på at blive importeret eller på, at du logger ind, og, indtil du logger ud, den seneste udgave af sider til læsning offline. Én cookie holder dig logget ind; to mærker en browser, hvor du har logget ind (i 400 dage) eller bedt om en kode (i et døgn), så fremmedes forsøg ikke tælles som dine. Der er ingen cookies til reklame eller sporing og ingen scripts fra andre.',
      ],
    },
    {
      heading: 'Det gemmer vi om biler',
      paragraphs: [
        'Annoncer, billeder og motorregistrets oplysninger om biler. Sælgeres navne gemmes aldrig. Nummerplader vises kun til læsere, der er logget ind; på de billeder, andre ser, er de slørede.',
        'En sælger, der vil have sin annonce fjernet, skriver til os, og så bliver den det.',
      ],
    },
    {
      heading: 'Hvor og hvor længe',
      paragraphs: [
        'Data opbevares i datacentre i EU. Når du sletter din konto, slettes de fleste data inden for 30 dage; det, bogføringsloven kræver, gemmes så længe, den kræver det, og hvor mange importer en adresse har brugt, gemmes i en måned under et fingeraftryk af den. For at ingen skal spørge for tit, tæller vi i op til et døgn, hvor tit en netværksadresse spørger, og hvor tit besøgende spørger om en nummerplade, under et fingeraftryk af den.',
        'Sider, du slipper her, læses og kasseres; bilerne i dem gemmes kun for dig. Af en søgeside gemmer vi i 90 dage, hvilke annoncer den viste, så vi kan fortælle, hvad der er ændret, når du sender den igen. Bilfund-knappen tager en sides annoncer med og intet om sælgerne eller om dig; det, den har hentet, venter i din fane, til du siger ja, højst en time.',
        'Browserudvidelsen sender, hvis du har forbundet den, det, der beskriver bilerne på de sider, du åbner på markedspladserne, og på de søgninger, du vælger at følge, og de søgningers adresser; intet om sælgere, om dig eller om andre sider. Dens indstillinger og loggen over, hvad den har gjort, bliver i din browser, og dens adgangsnøgle gælder ikke længere, når du har tilbagekaldt den i din profil.',
        'Når en anden, som du ikke kender, og på et andet netværk har sendt samme annonce med samme pris og billede, vises annoncen for alle, bygget af det, I begge har set, og uden spor af, hvem I er. Derfor gemmer vi i 30 dage, at du har sendt den, og et krypteret mærke af dit netværk, som ingen adresse kan læses af.',
      ],
    },
    {
      heading: 'Hvem ellers får data',
      paragraphs: [
        'Amazon Web Services driver serverne. Motorregistret får de nummerplader, vi slår op, uden at vide, hvem der spurgte. En markedsplads, vi besøger for dig, får ikke at vide, hvem der spurgte. Når betaling er slået til, får betalingsudbyderen Stripe det, en betaling kræver. Slår du push til, leverer browserproducentens tjeneste beskederne uden at kunne læse dem; en webhook går til den adresse, du har givet, for eksempel en kanal på Discord eller Slack. Et program eller en assistent, du giver en adgangsnøgle, læser med den det, nøglen tillader, og den, der har adressen på en søgnings feed, læser søgningens navn og biler. Den ene person, der tager imod linket til en liste, du deler, ser dens navn, dens biler og dine noter om dem, og du ser vedkommendes, til en af jer stopper det. Ingen andre, og intet sælges.',
      ],
    },
    {
      heading: 'Dine rettigheder',
      paragraphs: [
        'Du kan se, rette, hente og slette dine data og klage til Datatilsynet. Tjenesten er ikke rettet mod børn under 16 år.',
      ],
    },
  ],
};

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
