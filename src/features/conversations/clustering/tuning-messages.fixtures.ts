import { type LabelledMessage, mixed } from './labelled-messages.fixtures.ts';

/** Messages to the support team of a documentation platform. The thresholds of clusters were chosen with them. */
const MESSAGES: Record<string, Record<'en' | 'de' | 'es', string>> = {
  domain: {
    en: `Our custom domain docs.acme.example shows a certificate error. How long does the SSL certificate take?
Which DNS record do I need for a custom domain? The CNAME I added is not verified.
The custom domain stays on pending although the CNAME record has been there since yesterday.
We moved our DNS to another provider, and now the domain of the docs says the certificate is invalid.
Can I use an apex domain without www for our site, or does the custom domain have to be a subdomain?
After I changed the custom domain, the old hostname does not redirect to the new domain.
SSL for our documentation domain has expired. Is the certificate renewed automatically?`,
    de: `Unsere eigene Domain zeigt einen Zertifikatsfehler. Wie lange dauert es, bis das SSL-Zertifikat ausgestellt ist?
Welchen DNS-Eintrag brauche ich für eine eigene Domain? Der CNAME-Eintrag wird nicht erkannt.
Die Domain bleibt auf „ausstehend“, obwohl der CNAME seit gestern eingetragen ist.
Wir haben den DNS-Anbieter gewechselt, und jetzt ist das Zertifikat der Domain ungültig.
Kann ich die Domain ohne www verwenden, oder muss es eine Subdomain sein?
Das SSL-Zertifikat unserer Doku-Domain ist abgelaufen. Wird das Zertifikat automatisch erneuert?
Nach der Änderung der eigenen Domain leitet die alte Domain nicht auf die neue weiter.`,
    es: `Nuestro dominio personalizado muestra un error de certificado. ¿Cuánto tarda el certificado SSL?
¿Qué registro DNS necesito para un dominio personalizado? El CNAME que añadí no se verifica.
El dominio sigue pendiente aunque el registro CNAME existe desde ayer.
Cambiamos el DNS a otro proveedor y ahora el certificado del dominio no es válido.
¿Puedo usar el dominio sin www o tiene que ser un subdominio?
El certificado SSL del dominio de la documentación ha caducado. ¿Se renueva el certificado automáticamente?
Después de cambiar el dominio personalizado, el dominio antiguo no redirige al nuevo.`,
  },
  git: {
    en: `Git Sync stopped: my commits on GitHub do not appear in the space.
How do I connect a GitHub repository to a space? The sync asks for a branch.
The GitHub sync fails with a merge conflict in SUMMARY.md.
Our GitLab repository does not sync any more since we renamed the branch to main.
Can Git Sync use a subdirectory of a monorepo as the root of the repository?
Every push to GitHub creates a sync error. The commits are in the right branch.
I disconnected the repository by accident. How do I turn Git Sync on again without losing commits?`,
    de: `Git Sync bleibt stehen: Meine Commits auf GitHub erscheinen nicht im Space.
Wie verbinde ich ein GitHub-Repository mit einem Space? Git Sync fragt nach einem Branch.
Die Synchronisierung mit GitHub scheitert an einem Merge-Konflikt in SUMMARY.md.
Unser GitLab-Repository wird nicht mehr synchronisiert, seit der Branch main heißt.
Kann Git Sync ein Unterverzeichnis eines Monorepos als Wurzel des Repositorys nehmen?
Jeder Push nach GitHub endet mit einem Fehler bei der Synchronisierung. Die Commits liegen im richtigen Branch.
Ich habe das Repository aus Versehen getrennt. Wie schalte ich Git Sync wieder ein, ohne Commits zu verlieren?`,
    es: `Git Sync se ha parado: mis commits de GitHub no aparecen en el espacio.
¿Cómo conecto un repositorio de GitHub a un espacio? Git Sync pide una rama.
La sincronización con GitHub falla por un conflicto de merge en SUMMARY.md.
Nuestro repositorio de GitLab ya no se sincroniza desde que la rama se llama main.
¿Puede Git Sync usar un subdirectorio de un monorepo como raíz del repositorio?
Cada push a GitHub termina con un error de sincronización. Los commits están en la rama correcta.
Desconecté el repositorio por error. ¿Cómo activo Git Sync otra vez sin perder commits?`,
  },
  signOn: {
    en: `SAML login with Okta fails: the identity provider says the entity ID is wrong.
How do I set up single sign-on with Azure AD? Which SAML attributes are required?
After I enabled SSO, nobody can log in. The SAML response is rejected.
Can we enforce SSO so that members cannot log in with a password?
The SAML certificate of our identity provider has changed. Where do I upload the new one for SSO?
New colleagues who log in with Okta single sign-on get no account.
Single sign-on loops: Okta sends me to the login page again and again.`,
    de: `Die SAML-Anmeldung mit Okta scheitert: Der Identitätsanbieter meldet eine falsche Entity-ID.
Wie richte ich Single Sign-on mit Azure AD ein? Welche SAML-Attribute sind nötig?
Seit ich SSO aktiviert habe, kann sich niemand anmelden. Die SAML-Antwort wird abgelehnt.
Können wir SSO erzwingen, damit sich Mitglieder nicht mit Passwort anmelden?
Das SAML-Zertifikat unseres Identitätsanbieters hat sich geändert. Wo lade ich das neue für SSO hoch?
Neue Kollegen, die sich per Okta und Single Sign-on anmelden, bekommen kein Konto.
Single Sign-on dreht sich im Kreis: Okta schickt mich immer wieder zur Anmeldung.`,
    es: `El inicio de sesión SAML con Okta falla: el proveedor de identidad dice que el entity ID es incorrecto.
¿Cómo configuro el inicio de sesión único con Azure AD? ¿Qué atributos SAML son necesarios?
Desde que activé SSO nadie puede iniciar sesión. La respuesta SAML se rechaza.
¿Podemos exigir SSO para que los miembros no inicien sesión con contraseña?
El certificado SAML de nuestro proveedor de identidad ha cambiado. ¿Dónde subo el nuevo para SSO?
Los compañeros nuevos que inician sesión con Okta y SSO no reciben cuenta.
El inicio de sesión único entra en bucle: Okta me envía otra vez al inicio de sesión.`,
  },
  billing: {
    en: `Where can I download the invoice for last month? Our accounting needs the VAT number on it.
We were charged twice this month. Please refund the second payment.
How do I change the credit card for our subscription?
Please send the invoice to our accounting address and add our VAT number.
I cancelled the subscription, but my credit card was charged again.
Can we pay the yearly subscription by bank transfer instead of a credit card?
The payment failed and the invoice is still open. How do I pay the invoice again?`,
    de: `Wo kann ich die Rechnung vom letzten Monat herunterladen? Die Buchhaltung braucht unsere Umsatzsteuernummer darauf.
Uns wurde in diesem Monat zweimal abgebucht. Bitte erstatten Sie die zweite Zahlung.
Wie ändere ich die Kreditkarte für unser Abonnement?
Bitte schicken Sie die Rechnung an unsere Buchhaltung, mit unserer Umsatzsteuernummer.
Ich habe das Abonnement gekündigt, aber meine Kreditkarte wurde wieder belastet.
Können wir das Abonnement per Überweisung zahlen, nicht mit Kreditkarte?
Die Zahlung ist fehlgeschlagen, und die Rechnung ist noch offen. Wie zahle ich die Rechnung noch einmal?`,
    es: `¿Dónde puedo descargar la factura del mes pasado? Contabilidad necesita nuestro NIF en la factura.
Nos han cobrado dos veces este mes. Por favor, devuelvan el segundo pago.
¿Cómo cambio la tarjeta de crédito de nuestra suscripción?
Por favor, envíen la factura a contabilidad con nuestro NIF.
Cancelé la suscripción, pero me han cobrado otra vez en la tarjeta de crédito.
¿Podemos pagar la suscripción por transferencia en lugar de tarjeta de crédito?
El pago ha fallado y la factura sigue abierta. ¿Cómo pago la factura de nuevo?`,
  },
  search: {
    en: `The search on our published site finds nothing, although the words are in the pages.
New pages do not appear in the search results. When does the search index update?
Search results show old titles of pages that we renamed last week.
Can I exclude a hidden page from the search results?
Searching for a product name with a hyphen returns no results.
The search box does not find pages in other languages. Is the index built per language?
The search index seems out of date; deleted pages are still in the results.`,
    de: `Die Suche auf unserer veröffentlichten Site findet nichts, obwohl die Wörter auf den Seiten stehen.
Neue Seiten erscheinen nicht in den Suchergebnissen. Wann wird der Suchindex aktualisiert?
Die Suchergebnisse zeigen alte Titel von Seiten, die wir umbenannt haben.
Kann ich eine versteckte Seite aus den Suchergebnissen ausschließen?
Die Suche nach einem Produktnamen mit Bindestrich liefert keine Suchergebnisse.
Das Suchfeld findet keine Seiten in anderen Sprachen. Gibt es den Suchindex je Sprache?
Der Suchindex ist veraltet: Gelöschte Seiten stehen noch in den Suchergebnissen.`,
    es: `La búsqueda de nuestro sitio publicado no encuentra nada, aunque las palabras están en las páginas.
Las páginas nuevas no aparecen en los resultados de búsqueda. ¿Cuándo se actualiza el índice de búsqueda?
Los resultados de búsqueda muestran títulos antiguos de páginas que renombramos.
¿Puedo excluir una página oculta de los resultados de búsqueda?
La búsqueda de un producto con guion no devuelve resultados.
El buscador no encuentra páginas en otros idiomas. ¿El índice de búsqueda es por idioma?
El índice de búsqueda está anticuado: las páginas borradas siguen en los resultados.`,
  },
  importing: {
    en: `We want to import our wiki from Confluence. The import loses all images.
How do I import Markdown files from a zip archive?
The Confluence import ends after ten minutes with an error; the export file has 2 GB.
Imported pages from Notion have no subpages. Does the import keep the page tree?
Tables from the imported Confluence pages are broken. Is there a setting for the import?
Can I import a Word document as several pages?
The Notion import stops at attachments. How large may the imported archive be?`,
    de: `Wir wollen unser Wiki aus Confluence importieren. Beim Import gehen alle Bilder verloren.
Wie importiere ich Markdown-Dateien aus einem Zip-Archiv?
Der Confluence-Import endet nach zehn Minuten mit einem Fehler; die Exportdatei hat 2 GB.
Aus Notion importierte Seiten haben keine Unterseiten. Behält der Import den Seitenbaum?
Tabellen aus den importierten Confluence-Seiten sind kaputt. Gibt es eine Einstellung für den Import?
Kann ich ein Word-Dokument als mehrere Seiten importieren?
Der Notion-Import bleibt bei Anhängen stehen. Wie groß darf das importierte Archiv sein?`,
    es: `Queremos importar nuestra wiki de Confluence. La importación pierde todas las imágenes.
¿Cómo importo archivos Markdown desde un archivo zip?
La importación de Confluence termina con un error a los diez minutos; el archivo exportado tiene 2 GB.
Las páginas importadas de Notion no tienen subpáginas. ¿La importación conserva el árbol de páginas?
Las tablas de las páginas importadas de Confluence están rotas. ¿Hay un ajuste para la importación?
¿Puedo importar un documento de Word como varias páginas?
La importación de Notion se detiene en los adjuntos. ¿Qué tamaño puede tener el archivo importado?`,
  },
  permissions: {
    en: `How do I invite a colleague as a reviewer? The invitation email never arrived.
A member with the role editor cannot publish. Which role and permissions are needed?
Guests can see a space they should have no permission for.
Can I give a team permission to a collection only?
The invitation link has expired. How do I invite the member again?
We removed a member from the team, but they still have access to the space.
What is the difference between the roles editor and reviewer? Which permissions do they have?`,
    de: `Wie lade ich eine Kollegin als Prüferin ein? Die Einladung kam nie an.
Ein Mitglied mit der Rolle Editor kann nicht veröffentlichen. Welche Rolle und Berechtigungen braucht man?
Gäste sehen einen Space, für den sie keine Berechtigung haben sollten.
Kann ich einem Team die Berechtigung nur für eine Sammlung geben?
Der Einladungslink ist abgelaufen. Wie lade ich das Mitglied erneut ein?
Wir haben ein Mitglied aus dem Team entfernt, aber es hat noch Zugriff auf den Space.
Was unterscheidet die Rollen Editor und Prüfer? Welche Berechtigungen haben diese Rollen?`,
    es: `¿Cómo invito a una compañera como revisora? La invitación nunca llegó.
Un miembro con el rol de editor no puede publicar. ¿Qué rol y permisos necesita?
Los invitados ven un espacio para el que no deberían tener permiso.
¿Puedo dar a un equipo permisos solo para una colección?
El enlace de invitación ha caducado. ¿Cómo invito al miembro de nuevo?
Quitamos a un miembro del equipo, pero todavía tiene acceso al espacio.
¿Qué diferencia hay entre los roles editor y revisor? ¿Qué permisos tienen estos roles?`,
  },
  pdf: {
    en: `The PDF export of a space cuts off wide tables.
How can I export the whole space as a PDF with a table of contents?
Images are missing in the exported PDF.
The PDF export has no page numbers. Can I add a cover page?
Exporting a large space to PDF runs into a timeout.
Code blocks in the PDF run over the margin of the paper.
Can readers download a PDF of a single page?`,
    de: `Der PDF-Export eines Space schneidet breite Tabellen ab.
Wie kann ich den ganzen Space als PDF mit Inhaltsverzeichnis exportieren?
Im exportierten PDF fehlen Bilder.
Der PDF-Export hat keine Seitenzahlen. Kann ich ein Deckblatt hinzufügen?
Der Export eines großen Space als PDF bricht wegen Zeitüberschreitung ab.
Codeblöcke laufen im PDF über den Rand des Papiers.
Können Leser ein PDF einer einzelnen Seite herunterladen?`,
    es: `La exportación a PDF de un espacio corta las tablas anchas.
¿Cómo puedo exportar todo el espacio como PDF con índice de contenidos?
En el PDF exportado faltan imágenes.
La exportación a PDF no tiene números de página. ¿Puedo añadir una portada?
La exportación de un espacio grande a PDF supera el tiempo de espera.
Los bloques de código en el PDF se salen del margen del papel.
¿Pueden los lectores descargar un PDF de una sola página?`,
  },
  api: {
    en: `The API answers 429 too many requests. What is the rate limit per token?
How do I create an API token for a service account?
My API token stopped working with 401 unauthorized, although it has not expired.
Is there an API endpoint to list all pages of a space? The pagination cursor confuses me.
The API rate limit is too low for our script. Can you raise the limit for our token?
Which scope does an API token need to update a page?
Calls to the API with our token return 403 forbidden since this morning.`,
    de: `Die API antwortet mit 429 Too Many Requests. Wie hoch ist das Ratenlimit je Token?
Wie erstelle ich ein API-Token für ein Dienstkonto?
Mein API-Token liefert 401 Unauthorized, obwohl das Token nicht abgelaufen ist.
Gibt es einen API-Endpunkt, der alle Seiten eines Space auflistet? Der Cursor der API verwirrt mich.
Das Ratenlimit der API ist zu niedrig für unser Skript. Können Sie das Limit für unser Token erhöhen?
Welchen Scope braucht ein API-Token, um eine Seite zu ändern?
Aufrufe der API mit unserem Token liefern seit heute früh 403 Forbidden.`,
    es: `La API responde 429 demasiadas peticiones. ¿Cuál es el límite de peticiones por token?
¿Cómo creo un token de API para una cuenta de servicio?
Mi token de API devuelve 401 aunque el token no ha caducado.
¿Hay un endpoint de la API que liste todas las páginas de un espacio? El cursor de la API me confunde.
El límite de peticiones de la API es muy bajo para nuestro script. ¿Pueden subir el límite para nuestro token?
¿Qué scope necesita un token de API para modificar una página?
Las llamadas a la API con nuestro token devuelven 403 desde esta mañana.`,
  },
  design: {
    en: `How do I upload a logo for the dark theme of our site?
The colors of the theme are too pale. Can I set the primary color as a hex value?
Our logo looks blurry in the header of the site.
Can I use my own font in the theme?
The dark theme shows white text on a white background.
Is it possible to change the favicon and the logo for each variant of the site?
The primary color is ignored in dark mode.`,
    de: `Wie lade ich ein Logo für das dunkle Design unserer Site hoch?
Die Farben des Designs sind zu blass. Kann ich die Primärfarbe als Hexwert angeben?
Unser Logo ist in der Kopfzeile der Site unscharf.
Kann ich im Design meine eigene Schriftart verwenden?
Das dunkle Design zeigt weiße Schrift auf weißem Hintergrund.
Kann man Favicon und Logo für jede Variante der Site ändern?
Die Primärfarbe wird im dunklen Design ignoriert.`,
    es: `¿Cómo subo un logo para el tema oscuro de nuestro sitio?
Los colores del tema son demasiado pálidos. ¿Puedo indicar el color primario en hexadecimal?
Nuestro logo se ve borroso en la cabecera del sitio.
¿Puedo usar mi propia tipografía en el tema?
El tema oscuro muestra texto blanco sobre fondo blanco.
¿Se puede cambiar el favicon y el logo para cada variante del sitio?
El color primario se ignora en el tema oscuro.`,
  },
};

export const TUNING_MESSAGES: readonly LabelledMessage[] = mixed(
  Object.entries(MESSAGES).flatMap(([topic, byLanguage]) =>
    Object.entries(byLanguage).flatMap(([language, texts]) =>
      texts.split('\n').map((text) => ({ topic, language, text })),
    ),
  ),
);
