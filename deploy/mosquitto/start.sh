#!/bin/sh
# Writes the server's account anew, keeps those of devices, and runs the broker, which leaves root for the account "mosquitto" itself.
set -eu
folder=${1:-/etc/mosquitto}
data=${2:-/var/lib/mosquitto}
umask 077
touch "$folder/device.passwords" "$folder/server.passwords"
mosquitto_passwd -b "$folder/server.passwords" server "$MQTT_PASSWORD"
chown mosquitto "$folder/device.passwords" "$folder/server.passwords" "$data"
exec mosquitto -c "$folder/mosquitto.conf"
