#!/usr/bin/python3
"""A panel for tests: owns org.kde.StatusNotifierWatcher on the session bus and reads what registers.

Prints one JSON line when it is ready and one for each answer. Commands on stdin, one JSON per line:
  {"do": "read"}              tooltip, icon and menu of the newest icon
  {"do": "click", "id": 7}    a menu entry, by its number in "read"
  {"do": "activate"}          a left click on the icon
"""
import hashlib
import json
import sys

from gi.repository import Gio, GLib

WATCHER = 'org.kde.StatusNotifierWatcher'
ITEM = 'org.kde.StatusNotifierItem'
MENU = 'com.canonical.dbusmenu'
INTERFACE = f'''<node><interface name="{WATCHER}">
  <method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
  <method name="RegisterStatusNotifierHost"><arg type="s" direction="in"/></method>
  <property name="RegisteredStatusNotifierItems" type="as" access="read"/>
  <property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
  <property name="ProtocolVersion" type="i" access="read"/>
  <signal name="StatusNotifierItemRegistered"><arg type="s"/></signal>
</interface></node>'''

bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
loop = GLib.MainLoop()
items = []


def say(answer):
    print(json.dumps(answer), flush=True)


def call(name, path, interface, method, arguments, signature=None):
    reply = GLib.VariantType(signature) if signature else None
    return bus.call_sync(name, path, interface, method, arguments, reply, 0, 5000, None).unpack()


def properties(name, path):
    (values,) = call(name, path, 'org.freedesktop.DBus.Properties', 'GetAll', GLib.Variant('(s)', (ITEM,)))
    return values


def entry(node):
    number, values, children = node
    return {
        'id': number,
        'label': values.get('label', '').replace('__', '\0').replace('_', '').replace('\0', '_'),
        'type': values.get('type', 'standard'),
        'enabled': values.get('enabled', True),
        'checked': values.get('toggle-state') == 1 if values.get('toggle-type') else None,
        'children': [entry(child) for child in children],
    }


def menu_of(name, values):
    path = values['Menu']
    _, layout = call(name, path, MENU, 'GetLayout', GLib.Variant('(iias)', (0, -1, [])))
    return entry(layout)['children']


def read(name, path):
    values = properties(name, path)
    pixmaps = values.get('IconPixmap') or []
    return {
        'tooltip': (values.get('ToolTip') or ('', [], '', ''))[2],
        'icon': [{'width': w, 'height': h, 'sha': hashlib.sha256(bytes(d)).hexdigest()[:16]} for w, h, d in pixmaps],
        'menu': menu_of(name, values),
    }


def answer(command):
    if not items:
        return {'error': 'no icon has registered'}
    name, path = items[-1]
    if command['do'] == 'read':
        return read(name, path)
    if command['do'] == 'click':
        event = GLib.Variant('(isvu)', (command['id'], 'clicked', GLib.Variant('i', 0), 0))
        call(name, properties(name, path)['Menu'], MENU, 'Event', event)
        return {'done': True}
    call(name, path, ITEM, 'Activate', GLib.Variant('(ii)', (0, 0)))
    return {'done': True}


def on_call(_connection, sender, _path, _interface, method, parameters, invocation):
    if method == 'RegisterStatusNotifierItem':
        (service,) = parameters.unpack()
        items.append((sender, service) if service.startswith('/') else (service, '/StatusNotifierItem'))
        say({'registered': len(items)})
    invocation.return_value(None)


def on_get(_connection, _sender, _path, _interface, name):
    return {
        'RegisteredStatusNotifierItems': GLib.Variant('as', [name for name, _ in items]),
        'IsStatusNotifierHostRegistered': GLib.Variant('b', True),
        'ProtocolVersion': GLib.Variant('i', 0),
    }[name]


def on_input(source, _condition):
    line = source.readline()
    if not line:
        loop.quit()
        return False
    try:
        say(answer(json.loads(line)))
    except GLib.Error as error:
        say({'error': error.message})
    return True


interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
bus.register_object('/StatusNotifierWatcher', interface, on_call, on_get, None)
Gio.bus_own_name_on_connection(bus, WATCHER, Gio.BusNameOwnerFlags.NONE, lambda *_: say({'ready': True}), None)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_input)
loop.run()
