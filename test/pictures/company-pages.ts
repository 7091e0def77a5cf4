/** The documentation of a small company that makes weather stations, which pictures show. The company is made up. */

export interface CompanyPage {
  title: string;
  icon: string;
  /** The title of the page above. */
  into?: string;
  markdown: string;
}

const PLACE_THE_STATION = `---
description: Find a place with free wind and sky, and mount the mast.
icon: location-dot
---

# Place the station

A good place is the best sensor. Allow half an hour, and bring a second person for the mast.

## Before you begin

* Charge the battery for two hours.
* Install the Meadow app on your phone.
* Keep the three screws of the mast within reach.

{% hint style="info" %}
The solar panel looks to the south, or to the north if you live south of the equator.
{% endhint %}

## Choose the place

| Sensor | Height | Distance to walls and trees |
| --- | --- | --- |
| Wind | 2 to 10 m | ten times their height |
| Rain | 0.5 to 1.5 m | twice their height |
| Temperature | 1.5 to 2 m | 3 m, above grass |

If you have to choose, give the wind sensor the better place: the other two can be [moved later](sensors.md).
`;

const CONNECT = `---
description: Bring the station into your wireless network with the Meadow app.
---

# Connect it to Wi-Fi

The station uses networks with 2.4 GHz. It sends a few kilobytes each minute.

{% stepper %}
{% step %}
### Wake it up

Hold the button at the base for three seconds, until the ring turns blue.
{% endstep %}

{% step %}
### Choose the network

Open the Meadow app, choose **Add station**, and select your network.
{% endstep %}

{% step %}
### Wait for the first reading

The ring turns green. The first values appear within a minute.
{% endstep %}
{% endstepper %}

{% tabs %}
{% tab title="Ring stays blue" %}
The station does not find the network. Move the router closer, or use the repeater.
{% endtab %}

{% tab title="Ring turns red" %}
The password is wrong. Start again with the first step.
{% endtab %}
{% endtabs %}
`;

const RAIN = `---
icon: cloud-rain
---

# Rain

The funnel tips after every 0.2 mm. Remove leaves in autumn.

The [old bracket](brackets.md) does not fit any more.
`;
export const RAIN_AS_MERGED = RAIN.replace(
  'Remove leaves in autumn.',
  'Remove leaves in autumn; in winter, it cleans itself.',
);

export const GUIDE_PAGES: readonly CompanyPage[] = [
  {
    title: 'Welcome',
    icon: 'sun',
    markdown: `---
description: Everything about your Meadow weather station.
---

# Welcome

Meadow measures wind, rain, temperature and light, and shows them on your phone and in your own programs.

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Set it up</strong></td><td>From the box to the first reading in an hour.</td><td><a href="place-the-station.md">place-the-station.md</a></td></tr><tr><td><strong>Read the data</strong></td><td>Charts, alerts and exports.</td><td><a href="charts.md">charts.md</a></td></tr><tr><td><strong>Look after it</strong></td><td>Ten minutes, four times a year.</td><td><a href="maintenance.md">maintenance.md</a></td></tr></tbody></table>

{% hint style="success" %}
New in March: alerts for frost, and [exports](charts.md) as CSV.
{% endhint %}

## What is in the box

* the station with its three sensors
* a mast in two parts, with screws
* a battery and its cable

If something is missing, write to us, and we send it the same day.
`,
  },
  { title: 'Place the station', icon: 'location-dot', markdown: PLACE_THE_STATION },
  { title: 'Connect it to Wi-Fi', icon: 'wifi', markdown: CONNECT },
  {
    title: 'Sensors',
    icon: 'gauge',
    markdown:
      '# Sensors\n\nEach sensor can be taken off and mounted at another place. The cable may be up to 30 m long.\n\n## Accuracy\n\nEvery sensor is calibrated before it leaves our workshop.\n',
  },
  {
    title: 'Wind',
    icon: 'wind',
    into: 'Sensors',
    markdown:
      '# Wind\n\nThe wind sensor has no moving parts. It measures up to 60 m/s, ten times a second.\n\nSee [where it belongs](../place-the-station.md#choose-the-place).\n',
  },
  {
    title: 'Rain',
    icon: 'cloud-rain',
    into: 'Sensors',
    markdown: RAIN,
  },
  {
    title: 'Temperature',
    icon: 'temperature-half',
    into: 'Sensors',
    markdown: '# Temperature\n\nThe shield keeps sun and rain away. Readings below −40 °C are left out.\n',
  },
  {
    title: 'Charts',
    icon: 'chart-line',
    markdown:
      '# Charts\n\nThe app shows the last 24 hours. Drag to the left to see earlier days.\n\n## Exports\n\nChoose **Share** and **CSV**. See [the format](export-format.md).\n',
  },
  {
    title: 'Alerts',
    icon: 'bell',
    markdown:
      '# Alerts\n\nAn alert is sent when a value stays above or below a limit for five minutes.\n\n* Frost: below 1 °C\n* Storm: gusts above 20 m/s\n* Heavy rain: more than 10 mm in an hour\n',
  },
  {
    title: 'Maintenance',
    icon: 'screwdriver-wrench',
    markdown:
      '# Maintenance\n\nFour times a year, wipe the solar panel and the shield with a wet cloth.\n\n![The funnel of the rain sensor](funnel.png)\n\nReplace the battery after five years, as in [Battery](export-format.md#battery).\n',
  },
  {
    title: 'Troubleshooting',
    icon: 'life-ring',
    markdown:
      '# Troubleshooting\n\n## No new values\n\nLook at the ring. If it is dark, charge the battery. If it is blue, [connect it again](connect-it-to-wi-fi.md).\n',
  },
];

export const HANDBOOK_PAGES: readonly CompanyPage[] = [
  {
    title: 'How we work',
    icon: 'people-group',
    markdown: '# How we work\n\nWe write things down, and we write them once.\n',
  },
  {
    title: 'Support',
    icon: 'headset',
    markdown: '# Support\n\nAnswer within a day. If you had to look for it, write a page about it.\n',
  },
];

/** A page that a change request changes in three places. */
export const PROPOSED = PLACE_THE_STATION.replace(
  '| Rain | 0.5 to 1.5 m | twice their height |',
  '| Rain | 0.5 to 1 m | four times their height |',
)
  .replace('Charge the battery for two hours.', 'Charge the battery for three hours.')
  .replace(
    '* Keep the three screws of the mast within reach.\n',
    '* Keep the three screws of the mast within reach.\n* Look up where the wind comes from most days.\n',
  );

const LEAD = 'Allow half an hour, and bring a second person for the mast.';
/** The same sentence, as a change request and the space changed it. */
export const CONFLICTING = PLACE_THE_STATION.replace(
  LEAD,
  'Allow an hour, and ask a neighbor to hold the mast.',
);
export const CHANGED_MEANWHILE = PLACE_THE_STATION.replace(
  LEAD,
  'Allow 45 minutes, and bring a second person for the mast.',
);

export const OPENAPI_SPEC = `openapi: 3.1.0
info:
  title: Meadow API
  version: 1.4.0
servers:
  - url: https://api.fernhollow.example/v1
paths:
  /stations/{station}/readings:
    get:
      operationId: listReadings
      tags: [Readings]
      summary: List readings
      description: Returns the readings of a station, the latest first.
      parameters:
        - { name: station, in: path, required: true, schema: { type: string }, description: The name of the station. }
        - { name: sensor, in: query, schema: { type: string, enum: [wind, rain, temperature] }, description: Only of this sensor. }
        - { name: limit, in: query, schema: { type: integer, default: 60, maximum: 1440 }, description: How many readings at most. }
      responses:
        '200':
          description: The readings.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Reading' }
components:
  schemas:
    Reading:
      type: object
      required: [sensor, value, at]
      properties:
        sensor: { type: string, example: wind }
        value: { type: number, example: 4.2 }
        unit: { type: string, example: m/s }
        at: { type: string, format: date-time, example: '2026-03-12T09:41:00+00:00' }
`;

export const REPOSITORY_FILES = {
  'README.md': '# Meadow docs\n\nHow to set up and use a Meadow weather station.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Meadow docs](README.md)\n* [Place the station](place.md)\n* [Sensors](sensors.md)\n',
  'place.md': '# Place the station\n\nA good place is the best sensor.\n',
  'sensors.md': '# Sensors\n\nWind, rain and temperature. See [the calibration](calibration.md).\n',
};
