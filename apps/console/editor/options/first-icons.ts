/** Icons that are offered before all others of Font Awesome. */
export const FIRST_ICONS: readonly string[] = `
  book book-open bookmark rocket bolt house gear gears wrench screwdriver-wrench
  code terminal database server cloud cloud-arrow-up key lock lock-open shield
  shield-halved user users user-group user-shield building store cart-shopping credit-card money-bill
  chart-line chart-bar chart-pie table list list-check check circle-check circle-info circle-question
  circle-exclamation triangle-exclamation flag star heart thumbs-up comment comments envelope phone
  bell calendar clock clock-rotate-left hourglass map map-pin location-dot compass globe
  earth-europe language link paperclip file file-lines file-code file-pdf folder folder-open
  box boxes-stacked cube cubes puzzle-piece plug network-wired wifi satellite-dish microchip
  laptop desktop mobile tablet keyboard print camera image images video
  film music microphone headphones palette paintbrush pen pencil eraser scissors
  magnifying-glass filter sort eye eye-slash download upload share arrow-right arrow-up-right-from-square
  play pause stop forward backward robot brain lightbulb flask vial
  microscope dna atom graduation-cap school chalkboard trophy medal gift cake-candles
  mug-hot utensils car bus train plane ship bicycle truck tree
  leaf seedling sun moon snowflake fire water hammer ruler scale-balanced
  gavel briefcase handshake hospital stethoscope pills bug code-branch code-commit code-merge
  code-pull-request diagram-project sitemap layer-group window-maximize toggle-on sliders tag tags hashtag
  at qrcode barcode fingerprint passport id-card newspaper rss bullhorn inbox
  box-archive trash recycle life-ring hand peace anchor crown gem ghost
  dragon
`
  .trim()
  .split(/\s+/);
