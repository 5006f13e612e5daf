"""Endpoints in other processes: tickets, and encrypted sessions between nodes that hold one."""
